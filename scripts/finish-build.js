// `npx formlog` runs the built file itself; the compiler does not set its executable bit.
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { builtFile, fingerprint } from './sources.js';

const cli = new URL('../dist/app/cli/main.js', import.meta.url);
if (existsSync(cli)) chmodSync(cli, 0o755);
writeFileSync(builtFile, fingerprint());
