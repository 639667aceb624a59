// Builds unless nothing has changed since the last build: a start need not wait for a compiler.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { builtFile, fingerprint } from './sources.js';

const isFresh = existsSync(builtFile) && readFileSync(builtFile, 'utf8') === fingerprint();
if (!isFresh) process.exitCode = spawnSync('npm', ['run', 'build'], { stdio: 'inherit' }).status ?? 1;
