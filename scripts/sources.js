// What a build is made of: the sources, the configurations, the scripts, and the packages that are installed.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const { include } = JSON.parse(readFileSync(new URL('tsconfig.build.json', root), 'utf8'));

/** The file of `dist` that holds the fingerprint of the build. */
export const builtFile = new URL('dist/.built', root);

/** Names, sizes and times of change of everything that a build reads. */
export function fingerprint() {
  const hash = createHash('sha256');
  const add = (path) => {
    const { size, mtimeMs } = statSync(new URL(path, root));
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  };
  for (const folder of [...include, 'scripts']) {
    let names = [];
    try {
      names = readdirSync(new URL(folder, root), { recursive: true });
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
    }
    for (const name of names.filter((one) => /\.([jt]sx?|css|svg)$/.test(one)).sort())
      add(`${folder}/${name}`);
  }
  for (const file of readdirSync(root)
    .filter((name) => /^(package.*|tsconfig.*)\.json$/.test(name))
    .sort())
    add(file);
  return hash.digest('hex');
}
