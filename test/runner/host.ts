/**
 * The program of a `TestProcess`: it runs the test files that the runner names, one after the other, so that what they import
 * is loaded and compiled once. While a file runs, the channel to the runner does not keep this process. It would therefore end
 * by itself once the file has ended and left nothing open: at that moment the next file may begin.
 */
import { pathToFileURL } from 'node:url';
import { endMark, endRequest } from './host-messages.ts';

declare global {
  /** The suites that uvu runs, in groups; in each group the name comes first. */
  var UVU_QUEUE: unknown[][];
}

// Modules that are used by many files listen for the end of the process once for each use.
process.setMaxListeners(0);
process.on('message', (file) => {
  if (file === endRequest) process.exit();
  process.channel?.unref();
  process.exitCode = 0;
  globalThis.UVU_QUEUE = [[null]];
  void import(pathToFileURL(String(file)).href);
});
process.on('beforeExit', () => {
  process.stdout.write(endMark(Number(process.exitCode ?? 0)));
  process.channel?.ref();
});
// The runner has ended.
process.on('disconnect', () => process.exit());
