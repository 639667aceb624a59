import type { Command } from 'commander';
import type { CommonOptions } from '../../context.ts';

export interface FileOptions extends CommonOptions {
  readonly output?: string;
  readonly resume?: boolean;
}

/** Adds the options of a download that can be continued. */
export const withFile = (command: Command): Command =>
  command
    .option('-o, --output <file>', 'the file to write (default: stdout)')
    .option('--resume', 'continue an interrupted file');
