import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('architecture');

const folders = 'async domain log read-store commands projections api dispatcher app embedded web'.split(' ');
/** Tests and benches are in no layer: that they have no cycles either, lint says. */
const present = folders.filter((folder) => existsSync(folder));

const Manifest = Type.Object({
  dependencies: Type.Record(Type.String(), Type.String()),
  devDependencies: Type.Record(Type.String(), Type.String()),
});
const manifest = Value.Parse(Manifest, JSON.parse(readFileSync('package.json', 'utf8')));
const dependencies = { ...manifest.dependencies, ...manifest.devDependencies };

test('imports keep to the layers', async () => {
  const { forbidden = [], options } = await extractConfig('./.dependency-cruiser.cjs');
  const { output } = await cruise(present, { ...options, ruleSet: { forbidden }, validate: true });
  if (typeof output === 'string') throw new Error('dependency-cruiser gave text, not a result');
  assert.ok(output.summary.totalCruised > 0);
  assert.equal(
    output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
    [],
  );
});

test('every version is exact', () => {
  for (const [name, version] of Object.entries(dependencies))
    assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, `${name} ${version}`);
});

test('every dependency says why it is there', () => {
  const page = readFileSync('docs/dependencies.md', 'utf8');
  const explained = [...page.matchAll(/^- `([^`]+)`: \S/gm)].map((match) => match[1]);
  assert.equal(explained.sort(), Object.keys(dependencies).sort());
});

test('one file alone reads the environment', () => {
  const readers = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith('.ts') && !/^embedded\/\w+\/bin\.ts$/.test(file))
    .filter((file) =>
      /process\.env|process\[['"]env|\benv\b.*from 'node:process'/.test(readFileSync(file, 'utf8')),
    );
  assert.equal(
    readers.filter((file) => file !== 'app/environment.ts'),
    [],
  );
});

test.run();
