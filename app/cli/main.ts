#!/usr/bin/env node
import { environment } from '../environment.ts';
import { fileReason } from './failure.ts';
import { run } from './run.ts';

// Whoever reads may go away early, as `head` does; that is no failure. What ends well with Ctrl-C ends so now.
process.stdout.once('error', (error: NodeJS.ErrnoException) => {
  process.stdout.on('error', () => undefined);
  const code = error.code === 'EPIPE' ? 0 : 1;
  if (code !== 0) process.stderr.write(`formlog: The output cannot be written: ${fileReason(error)}.\n`);
  process.once('exit', () => (process.exitCode ||= code));
  if (!process.emit('SIGINT', 'SIGINT')) process.exit();
});
// Nobody reads the words: the work goes on, and has its exit code.
process.stderr.on('error', () => undefined);

process.exitCode = await run(process.argv.slice(2), { env: environment, streams: process });
