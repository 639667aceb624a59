import { existsSync, readFileSync } from 'node:fs';
import Type from 'typebox';
import { Value } from 'typebox/value';

/** The version of this package, from its manifest: one folder up from the source, two from the build. */
export function packageVersion(): string {
  const [manifest] = ['../package.json', '../../package.json']
    .map((path) => new URL(path, import.meta.url))
    .filter((url) => existsSync(url));
  if (!manifest) throw new Error('package.json is missing');
  const content: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  return Value.Parse(Type.Object({ version: Type.String() }), content).version;
}
