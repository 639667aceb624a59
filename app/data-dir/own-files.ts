import { chmodSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeDirectory } from '../../packages/embedded-server/src/make-directory.ts';

/** The entries of a data directory that the service made; a user may keep other files beside them. */
const ownEntries = [
  'eventstore',
  'eventstore-certificate.pem',
  'mongodb',
  'nats',
  'service.json',
  'operator-token',
  'master-key',
];

/**
 * Creates the data directory, and restricts it and the service's files in it to their owner, whatever their modes were.
 * @throws an error of the file system, such as EPERM for files of another user
 */
export function protectDataDir(dataDir: string): void {
  makeDirectory(dataDir);
  chmodSync(dataDir, 0o700);
  const there = new Set(readdirSync(dataDir));
  for (const name of ownEntries) if (there.has(name)) protect(join(dataDir, name));
  // There may be very many uploaded files. The mode of their directory protects them.
  if (there.has('files')) chmodSync(join(dataDir, 'files'), 0o700);
}

function protect(path: string): void {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink()) return;
  chmodSync(path, stats.isDirectory() ? 0o700 : 0o600);
  if (stats.isDirectory()) for (const name of readdirSync(path)) protect(join(path, name));
}
