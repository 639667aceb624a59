#!/usr/bin/env node
import { environment } from '../config/environment.ts';
import { fileReason } from '../file-reason.ts';
import { run } from './run.ts';

// A reader such as `head` may close the pipe early; that is no failure. The command ends as with Ctrl-C.
process.stdout.once('error', (error: NodeJS.ErrnoException) => {
  process.stdout.on('error', () => undefined);
  const code = error.code === 'EPIPE' ? 0 : 1;
  if (code !== 0) process.stderr.write(`formlog: The output cannot be written: ${fileReason(error)}.\n`);
  process.once('exit', () => (process.exitCode ||= code));
  if (!process.emit('SIGINT', 'SIGINT')) process.exit();
});
// A closed stderr loses only notes: the command continues, and its exit code stands.
process.stderr.on('error', () => undefined);

// Stores, exports and service files are for the user who runs the command.
process.umask(0o077);

process.exitCode = await run(process.argv.slice(2), { env: environment, streams: process });
