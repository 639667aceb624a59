// Compiles what a configuration includes, each file for itself: node scripts/compile.js tsconfig.build.json
//
// Every file says itself what it imports and exports (`isolatedModules`, `verbatimModuleSyntax`), so that nothing has to
// be known of the others. Mistakes in the types are for `npm run typecheck`, which has to read those of all packages and
// takes many times as long.
import { build } from 'esbuild';
import { cpSync } from 'node:fs';
import ts from 'typescript';
import { joinTypebox } from './join-typebox.js';
import { sharedShapes } from './shared-shapes.js';
import { writeOutputs } from './write-outputs.js';

const host = {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  },
};
const config = ts.getParsedCommandLineOfConfigFile(process.argv[2] ?? '', {}, host);
const { fileNames = [], options: { outDir, rootDir } = {} } = config ?? {};
if (outDir === undefined) throw new Error('the configuration names no outDir');

/** What is imported stays a file or package of its own; a file of ours is found under its compiled name. */
const apart = {
  name: 'apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path: path.replace(/^(\..*)\.tsx?$/, '$1.js'), external: true },
    ),
};

const { outputFiles } = await build({
  entryPoints: fileNames.filter((name) => !name.endsWith('.d.ts')),
  ...{ outdir: outDir, outbase: rootDir, bundle: true, plugins: [apart, sharedShapes], treeShaking: false },
  ...{ format: 'esm', platform: 'node', target: 'es2022', logLevel: 'warning' },
  ...{ sourcemap: true, sourcesContent: false },
  ...{ jsx: 'automatic', jsxImportSource: '@kitajs/html', write: false },
});
writeOutputs(outputFiles);
// Files that are read as they are: those of browsers, and the texts of public forms in each language.
for (const folder of ['web/assets/files', 'web/form/languages'])
  cpSync(folder, `${outDir}/${folder}`, { recursive: true });
await joinTypebox(outDir);
