// Compiles the product into dist/, and with --tests everything into build/.
//
// In build/, each source file is a file. In dist/, the modules that the same programs load are joined: a start would otherwise
// look for 800 files. Packages are never joined. The joined files are in dist/app/, which is as deep as any folder of sources
// whose files look for others beside them.
//
// Every file says itself what it imports and exports (`isolatedModules`, `verbatimModuleSyntax`), so that nothing has to
// be known of the others. Mistakes in the types are for `npm run typecheck`, which has to read those of all packages and
// takes many times as long.
import { Buffer } from 'node:buffer';
import { build } from 'esbuild';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { builtFile, compiledFiles, fingerprint, productFolders, programs, testFolders } from './sources.js';
import { writeOutputs } from './write-outputs.js';

/** What projects that install the package import from it. */
const exported = 'dispatcher/worker/verify-webhook';
/** Files that are read as they are: those of browsers, and the texts of public forms and of messages in each language. */
const dataFolders = ['web/assets/files', 'web/form/languages', 'mail/languages'];

const isForTests = process.argv.includes('--tests');
const outDir = isForTests ? 'build' : 'dist';

/** Everything that is imported stays a file or package of its own; a file of ours is found under its compiled name. */
const apart = {
  name: 'apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: path.replace(/^(\..*)\.tsx?$/, '$1.js'), external: true },
    ),
};

const { outputFiles } = await build({
  outdir: outDir,
  outbase: '.',
  bundle: true,
  ...(isForTests
    ? { entryPoints: compiledFiles([...productFolders, ...testFolders]), plugins: [apart] }
    : {
        entryPoints: [...programs, `${exported}.ts`],
        packages: 'external',
        splitting: true,
        chunkNames: 'app/[name]-[hash]',
      }),
  treeShaking: false,
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  sourcemap: isForTests,
  sourcesContent: false,
  logLevel: 'warning',
  write: false,
});
const copied = dataFolders
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))
  .map((path) => ({ path: join(outDir, path), contents: readFileSync(path) }));
writeOutputs(outDir, [...outputFiles, ...copied, ...(isForTests ? [] : [declarations()])]);
if (!isForTests) writeFileSync(builtFile, fingerprint());

function declarations() {
  const options = { compilerOptions: { target: ts.ScriptTarget.ES2022 } };
  const { outputText } = ts.transpileDeclaration(readFileSync(`${exported}.ts`, 'utf8'), options);
  return { path: join(outDir, `${exported}.d.ts`), contents: Buffer.from(outputText) };
}
