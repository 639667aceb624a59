// What a build is made of: the sources, the scripts, the manifest, and the packages that are installed.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);

/** The folders that `dist` is compiled from. */
export const productFolders = [
  'async',
  'domain',
  'log',
  'files',
  'mail',
  'openid',
  'coordination',
  'commands',
  'projections',
  'api',
  'dispatcher',
  'app',
  'web',
  'packages/embedded-server/src',
  'packages/embedded-eventstore/src',
  'packages/embedded-mongodb/src',
  'packages/embedded-nats/src',
];
/** What processes and threads begin with. */
export const programs = [
  'app/cli/main.ts',
  'app/processes/child.ts',
  'dispatcher/worker/webhook-client-entry.ts',
  'packages/embedded-eventstore/src/bin.ts',
  'packages/embedded-mongodb/src/bin.ts',
  'packages/embedded-nats/src/bin.ts',
];
/** The folders that `build` is compiled from besides those. */
export const testFolders = [
  'test',
  'scripts',
  'packages/bench',
  'packages/client/src',
  'packages/client/test',
  ...['server', 'eventstore', 'mongodb', 'nats'].map((name) => `packages/embedded-${name}/test`),
];

/** The file of `dist` that holds the fingerprint of the build. */
export const builtFile = new URL('dist/.built', root);

/** @returns the paths of all TypeScript files in these folders, relative to the root, without declarations */
export const compiledFiles = (folders) =>
  filesIn(folders).filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));

/**
 * Names and contents of everything that a build reads. Times of change would be read faster, but some file systems give a file
 * another one once they have written it to the disk.
 */
export function fingerprint() {
  const hash = createHash('sha256');
  const sources = filesIn([...productFolders, 'scripts']).filter((path) =>
    /\.([jt]sx?|json|css|svg)$/.test(path),
  );
  for (const path of [...sources, 'package.json', 'package-lock.json', 'tsconfig.json']) {
    const content = readFileSync(new URL(path, root));
    hash.update(`${path} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

function filesIn(folders) {
  return folders.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true })
      .map((name) => `${folder}/${name}`)
      .sort(),
  );
}
