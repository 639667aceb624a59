import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, normalize } from 'node:path';

/**
 * The test files meant by the arguments, sorted: an existing file as it is, a folder's `*.test.ts`, else every
 * test file whose path contains the argument, those of the packages included. No argument means all of `test/`.
 * @throws when an argument matches nothing: a mistyped name must not look like success
 */
export function findTestFiles(args: readonly string[]): string[] {
  const wanted = args.length === 0 ? ['test'] : args;
  return [...new Set(wanted.flatMap(matching))].sort();
}

function matching(arg: string): string[] {
  const files = existsSync(arg)
    ? statSync(arg).isDirectory()
      ? testsUnder(arg)
      : [normalize(arg)]
    : testFolders()
        .flatMap(testsUnder)
        .filter((file) => file.includes(arg));
  if (files.length === 0) throw new Error(`no test file matches "${arg}"`);
  return files;
}

const testFolders = (): string[] => [
  'test',
  ...readdirSync('packages')
    .map((name) => join('packages', name, 'test'))
    .filter((folder) => existsSync(folder)),
];

function testsUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
}
