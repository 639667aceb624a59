#!/usr/bin/env node
import { environment } from '../environment.ts';
import { run } from './run.ts';

// Whoever reads may go away early, as `head` does; that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});

process.exitCode = await run(process.argv.slice(2), { env: environment, streams: process });
