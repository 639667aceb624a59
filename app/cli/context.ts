import type { Command } from 'commander';
import type { Environment } from './client/account-choice.ts';
import { connect, type Connection, type ConnectionOptions } from './client/connection.ts';
import { integerFrom } from './input/option-values.ts';
import { createOutput, type Output, type Streams } from './terminal/output.ts';
import { withJson } from './with-json.ts';

/** The process that a command runs in. */
export interface CliContext {
  readonly env: Environment;
  readonly streams: Streams;
  /** Sets the exit code of the process, which ends once all output is written. The default is 0. */
  exitWith(code: number): void;
}

export interface CommonOptions extends ConnectionOptions {
  readonly json?: boolean;
}

export interface OfCopy {
  readonly projection?: string;
}

export interface Session extends Connection {
  readonly output: Output;
}

/** The output and the service, from a command's options. */
export const openSession = (context: CliContext, options: CommonOptions): Session => ({
  ...connect(options, context.env),
  output: createOutput(context.streams, options.json === true),
});

/** Adds the option to read from a copy. */
export const withProjection = (command: Command): Command =>
  command.option('--projection <copy>', 'read a copy made by formlog projections replay --into');

/** Adds the option that limits a list. */
export const withLimit = (command: Command, rows = 50): Command =>
  command.option('--limit <number>', 'the maximum number of rows', integerFrom(1, 100_000), rows);

/** Adds the options that select a service, and those of `withJson`. */
export const withService = (command: Command, example: string): Command =>
  withJson(
    command
      .option('--service <url>', 'the address of a remote service (FORMLOG_SERVICE)')
      .option('--token <token>', 'the operator token of that service, or an API key; prefer FORMLOG_TOKEN')
      .option('--data-dir <dir>', 'the data directory of a local service (DATA_DIR, else ./data)')
      .option('--account <id>', 'the account (FORMLOG_ACCOUNT, else that of "accounts use")'),
    example,
  );
