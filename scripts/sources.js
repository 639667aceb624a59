// What a build is made of: the sources, the configurations, the scripts, and the packages that are installed.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const { include } = JSON.parse(readFileSync(new URL('tsconfig.build.json', root), 'utf8'));

/** The file of `dist` that holds the fingerprint of the build. */
export const builtFile = new URL('dist/.built', root);

/**
 * Names and contents of everything that a build reads. Times of change would be read faster, but some file systems give a file
 * another one once they have written it to the disk.
 */
export function fingerprint() {
  const hash = createHash('sha256');
  const add = (path) => {
    const content = readFileSync(new URL(path, root));
    hash.update(`${path} ${content.length}\n`).update(content);
  };
  for (const folder of [...include, 'scripts']) {
    let names = [];
    try {
      names = readdirSync(new URL(folder, root), { recursive: true });
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    for (const name of names.filter((one) => /\.([jt]sx?|json|css|svg)$/.test(one)).sort())
      add(`${folder}/${name}`);
  }
  for (const file of readdirSync(root)
    .filter((name) => /^(package.*|tsconfig.*)\.json$/.test(name))
    .sort())
    add(file);
  return hash.digest('hex');
}
