import type { Command } from 'commander';

/** Adds `--json` and an example to a command. */
export const withJson = (command: Command, example: string): Command =>
  withExample(
    command.option('--json', 'print one JSON object per line on stdout, and nothing else'),
    example,
  );

/** Adds an example to a command or a group of commands. */
export const withExample = (command: Command, example: string): Command =>
  command.addHelpText('after', `\nExample:\n  $ formlog ${example}`);
