import { resolve } from 'node:path';
import { keepCompiledCode } from '../../packages/embedded-server/src/compile-cache.ts';
import { packageVersion } from '../version.ts';

/** Keeps the compiled code of the service in its data directory, once that exists. */
export const keepServiceCode = (dataDir: string): void =>
  keepCompiledCode(resolve(dataDir, 'compile-cache'), packageVersion());
