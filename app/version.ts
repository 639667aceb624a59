import { existsSync, readFileSync } from 'node:fs';

/** The version of this package, from its manifest: one folder up from the source, two from the build. */
export function packageVersion(): string {
  const [manifest] = ['../package.json', '../../package.json']
    .map((path) => new URL(path, import.meta.url))
    .filter((url) => existsSync(url));
  if (!manifest) throw new Error('package.json is missing');
  const content: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  // Checked without TypeBox, whose load takes longer than everything else that "formlog --version" does.
  if (typeof content === 'object' && content !== null && 'version' in content) return String(content.version);
  throw new Error('package.json has no version');
}
