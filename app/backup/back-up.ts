import { copyFileSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backUpEventStore } from '../../packages/embedded-eventstore/src/backup.ts';
import { backUpMongo } from '../../packages/embedded-mongodb/src/backup.ts';
import { makeDirectory } from '../../packages/embedded-server/src/make-directory.ts';
import { syncPath } from '../../packages/embedded-server/src/sync-path.ts';
import { packageVersion } from '../version.ts';
import { backUpFiles } from './back-up-files.ts';
import { filesIn, type Manifest, writeManifest } from './manifest.ts';

export interface BackupOptions {
  readonly dataDir: string;
  /** A directory that does not exist yet, or is empty. */
  readonly target: string;
  readonly readModels: boolean;
  readonly masterKey: boolean;
  /** Receives the step that begins. */
  readonly onStep: (step: string) => void;
}

/** A backup or a restore cannot be made; the message says why. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/**
 * Copies a data directory whose service may be running. The files are copied after the log, and the read models before it: a read model may lag
 * behind the log, but must not know an event that the log does not have. The target has its name once it is complete.
 * @throws BackupError, or the error of reading or writing
 */
export async function backUp(options: BackupOptions): Promise<Manifest> {
  const { target, onStep } = options;
  refuseOccupied(target);
  const draft = `${target}.partial`;
  rmSync(draft, { recursive: true, force: true });
  makeDirectory(draft);
  try {
    const manifest = await copyInto(draft, options);
    onStep('computing checksums');
    const files = await filesIn(draft);
    writeManifest(draft, { ...manifest, files });
    for (const { path } of files) syncPath(join(draft, path));
    publish(draft, target);
    return { ...manifest, files };
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

async function copyInto(draft: string, options: BackupOptions): Promise<Omit<Manifest, 'files'>> {
  const { dataDir, onStep } = options;
  let readModels = false;
  if (options.readModels) {
    onStep('copying the read models');
    readModels = await backUpMongo(join(dataDir, 'mongodb'), join(draft, 'mongodb'));
  }
  onStep('copying the log');
  const position = await backUpEventStore(join(dataDir, 'eventstore'), join(draft, 'eventstore'));
  if (position === null)
    throw new BackupError(
      `${dataDir} has no embedded log. Name the directory of the service with --data-dir; back up an external EventStoreDB with its own tools.`,
    );
  onStep('copying the files');
  const uploads = backUpFiles(join(dataDir, 'files'), join(draft, 'files'));
  const key = join(dataDir, 'master-key');
  const masterKey = options.masterKey && existsSync(key);
  if (masterKey) copyFileSync(key, join(draft, 'master-key'));
  return {
    formlog_backup: 1,
    version: packageVersion(),
    created_at: new Date().toISOString(),
    position: String(position),
    master_key: masterKey,
    read_models: readModels,
    uploads,
  };
}

/** @throws BackupError if a directory has entries */
export function refuseOccupied(dir: string): void {
  if (existsSync(dir) && readdirSync(dir).length > 0)
    throw new BackupError(`${dir} is not empty. Name a new directory.`);
}

/** Gives a complete directory its name. */
export function publish(draft: string, name: string): void {
  if (existsSync(name)) rmSync(name, { recursive: true });
  renameSync(draft, name);
  syncPath(dirname(name));
}
