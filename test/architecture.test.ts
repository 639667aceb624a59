import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('architecture');

const folders = 'async domain log coordination commands projections api dispatcher app embedded web'.split(
  ' ',
);

const Manifest = Type.Object({
  dependencies: Type.Record(Type.String(), Type.String()),
  devDependencies: Type.Record(Type.String(), Type.String()),
});
const manifest = Value.Parse(Manifest, JSON.parse(readFileSync('package.json', 'utf8')));
const dependencies = { ...manifest.dependencies, ...manifest.devDependencies };

test('every version of a dependency is exact', () => {
  for (const [name, version] of Object.entries(dependencies))
    assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, `${name} ${version}`);
});

test('every dependency has its reason in the documentation', () => {
  const page = readFileSync('docs/dependencies.md', 'utf8');
  const explained = [...page.matchAll(/^- `([^`]+)`: \S/gm)].map((match) => match[1]);
  assert.equal(explained.sort(), Object.keys(dependencies).sort());
});

const filesIn = (rooms: readonly string[]): string[] =>
  rooms
    .filter((room) => existsSync(room))
    .flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => join(room, name)),
    );

/** The files that mount routes and pages, and so pass on all that the service has opened. */
const mounts = [
  'api/admin/admin-api.ts',
  'api/build-app.ts',
  'api/public/public-api.ts',
  'api/webhooks/webhook-routes.ts',
  'web/console/console.ts',
  'web/web.ts',
];

test('each route, page and command names the dependencies that it uses', () => {
  // A parameter or an intersection of the whole type; the result of a function and a member of the type are none.
  const whole = /(?<!\))[:&] (ApiDeps|WebDeps|CommandDeps)\b(?!\[)/;
  const takers = filesIn(['api', 'web', 'commands']).filter(
    (file) => /\.tsx?$/.test(file) && whole.test(readFileSync(file, 'utf8')),
  );
  assert.equal(takers.sort(), mounts);
});

test('only one file reads the environment', () => {
  const readers = filesIn(folders)
    .filter((file) => file.endsWith('.ts') && !/^embedded\/\w+\/bin\.ts$/.test(file))
    .filter((file) =>
      /process\.env|process\[['"]env|\benv\b.*from 'node:process'/.test(readFileSync(file, 'utf8')),
    );
  assert.equal(
    readers.filter((file) => file !== 'app/config/environment.ts'),
    [],
  );
});

test.run();
