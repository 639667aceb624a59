import { Command, CommanderError, Help } from 'commander';
import { packageVersion } from '../version.ts';
import { addCommands, usageOf } from './command-table.ts';
import type { CliContext } from './context.ts';
import { CommandFailure, exitCodes, misused } from './failure.ts';
import { jsonLine } from './terminal/json-line.ts';

/**
 * Runs the command line.
 * @param args without the names of node and of the program
 * @returns the exit code
 */
export async function run(
  args: readonly string[],
  { env, streams }: Pick<CliContext, 'env' | 'streams'>,
): Promise<number> {
  let exitCode: number = exitCodes.done;
  const isJson = args.includes('--json');
  const program = createProgram(streams, isJson);
  try {
    await addCommands(program, args, { env, streams, exitWith: (code) => void (exitCode = code) });
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander throws after it prints help, too.
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.done;
    // Without --json, Commander has printed its message.
    if (error instanceof CommanderError && !isJson) return exitCodes.usage;
    const failure = failureFrom(error);
    streams.stderr.write(isJson ? `${asJson(failure)}\n` : `formlog: ${failure.message}\n`);
    return failure.exitCode;
  }
}

function failureFrom(error: unknown): CommandFailure {
  if (error instanceof CommandFailure) return error;
  if (error instanceof CommanderError) return misused(usageFault(error));
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new CommandFailure(exitCodes.refused, text);
}

/** The message of a group without a command is only a mark that its help was printed. */
const usageFault = ({ code, message }: CommanderError): string =>
  code === 'commander.help' ? 'The command is incomplete.' : message.replace(/^error: /, '');

const asJson = ({ exitCode, message, error }: CommandFailure): string =>
  jsonLine({ error: { message, ...error, exit_code: exitCode } });

/** @param isJson whether messages about wrong usage are printed as JSON, and not by Commander */
function createProgram({ stdout, stderr }: CliContext['streams'], isJson: boolean): Command {
  return (
    new Command('formlog')
      .description('Forms, their submissions, and signed webhooks about both.')
      .version(packageVersion())
      // A command and its subcommand may have options of the same name.
      .enablePositionalOptions()
      .exitOverride()
      .configureOutput({
        writeOut: (text) => stdout.write(text),
        writeErr: (text) => {
          if (!isJson) stderr.write(text);
        },
      })
      .configureHelp({ subcommandTerm })
      .showHelpAfterError('Run with --help for usage.')
      .addHelpText(
        'after',
        '\nEvery command has --help with an example, and --json.\n' +
          'Exit codes: 0 done, 1 refused, 2 wrong usage, 3 the service cannot be reached.\n' +
          '\nExample:\n  $ formlog import responses.csv',
      )
  );
}

/** The name and usage of a command in a list of commands. The commands of the first level may not be loaded. */
const subcommandTerm = (command: Command): string =>
  (command.parent?.parent ? null : usageOf(command.name())) ?? new Help().subcommandTerm(command);
