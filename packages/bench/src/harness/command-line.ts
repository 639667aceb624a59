import { Command, CommanderError } from 'commander';
import { oneOf, positive } from '../../../../app/cli/input/option-values.ts';
import { jsonLine, table } from './report.ts';
import { runSuite } from './run-suite.ts';
import type { Suite } from './suite.ts';

interface Options {
  readonly row?: string;
  readonly scale: number;
  readonly json?: true;
  readonly profile?: string;
  readonly against?: string;
}

export interface Streams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/**
 * Runs what the arguments ask for. Results go to stdout, progress to stderr.
 * @returns the exit code: 0 measured, 1 a row failed, 2 wrong usage
 */
export async function bench(
  args: readonly string[],
  suites: readonly Suite[],
  { stdout, stderr }: Streams,
): Promise<number> {
  let exitCode = 0;
  const names = suites.map(({ name }) => name);
  const rowsOf = suites.map(({ name, rows }) => `  ${name}: ${rows.map((row) => row.name).join(', ')}\n`);
  const program = new Command('bench')
    .description('Measures a part of the service, and a baseline beside it in the same run.')
    .argument('<suite>', names.join(', '), oneOf(names))
    .option('--row <names>', 'only these rows, by commas')
    .option('--scale <factor>', 'multiplies the amount of work', positive, 1)
    .option('--json', 'print one JSON object a row instead of the table')
    .option('--profile <dir>', 'leave a CPU profile of every server process there')
    .option('--against <dir>', 'hooks, steps: a built checkout to measure beside this one')
    .showHelpAfterError('Run with --help for usage.')
    .addHelpText(
      'after',
      `\nRows:\n${rowsOf.join('')}\nExample:\n  $ npm run bench -- api --row post --scale 0.2`,
    )
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .exitOverride()
    .action(async (name: string, { row, scale, json, profile, against }: Options) => {
      const suite = suites.find((one) => one.name === name);
      if (!suite) return program.error(`error: there is no suite ${name}`);
      const wanted = row?.split(',') ?? suite.rows.map((one) => one.name);
      const rows = suite.rows.filter((one) => wanted.includes(one.name));
      const unknown = wanted.filter((one) => !rows.some((found) => found.name === one));
      if (unknown.length > 0) return program.error(`error: ${name} has no row ${unknown.join(', ')}`);
      const log = (line: string) => void stderr.write(`${line}\n`);
      const results = await runSuite(suite, rows, { scale, profileDir: profile, against, log }, (result) => {
        if (json && result.measurement) stdout.write(`${jsonLine(result, result.measurement)}\n`);
      });
      if (!json) stdout.write(`${table(results)}\n`);
      if (results.some(({ measurement }) => !measurement)) exitCode = 1;
    });
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Help that was asked for ends in this way as well.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}
