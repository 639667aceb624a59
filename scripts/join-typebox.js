import { Buffer } from 'node:buffer';
import { build } from 'esbuild';
import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeOutputs } from './write-outputs.js';

const original = new URL('../node_modules/typebox/', import.meta.url);

/**
 * Puts TypeBox beside what was compiled, as a handful of files. It comes as 700, and Node takes half a second to find and
 * read them: in each command, and four times when the service starts, because each embedded store runs in a thread of its
 * own. Node looks for a package beside the importing file first, so nothing else has to know of it. The copy is published
 * with what it stands beside, and so has its license with it.
 */
export async function joinTypebox(outDir) {
  const { name, version, type, exports } = JSON.parse(
    readFileSync(new URL('package.json', original), 'utf8'),
  );
  const copy = `${outDir}/node_modules/${name}`;
  const entries = Object.entries(exports).map(([path, target]) => ({
    out: path === '.' ? 'index' : path.slice('./'.length),
    in: fileURLToPath(new URL(target.import, original)),
  }));
  // What the entries share stands in files of its own, so that there is one of each.
  const { outputFiles } = await build({
    ...{ entryPoints: entries, outdir: copy, bundle: true, splitting: true },
    ...{ format: 'esm', platform: 'node', logLevel: 'warning', write: false },
  });
  const joined = Object.keys(exports).map((path, at) => [path, `./${entries[at]?.out}.js`]);
  const found = { name, version, type, exports: Object.fromEntries(joined) };
  const packageFile = { path: join(copy, 'package.json'), contents: Buffer.from(JSON.stringify(found)) };
  writeOutputs([...outputFiles, packageFile]);
  // Shared files are named after their content: those of another version go.
  const built = new Set([...outputFiles.map(({ path }) => relative(copy, path)), 'package.json', 'license']);
  for (const name of readdirSync(copy)) if (!built.has(name)) rmSync(join(copy, name), { recursive: true });
  copyFileSync(new URL('license', original), `${copy}/license`);
}
