import { Command, CommanderError } from 'commander';
import { packageVersion } from '../version.ts';
import { addAccounts } from './commands/accounts.ts';
import { addAudit } from './commands/auditing/audit.ts';
import { addErasures } from './commands/auditing/erasures.ts';
import { addExport } from './commands/auditing/export.ts';
import { addHistory } from './commands/auditing/history.ts';
import { addBackup } from './commands/backup.ts';
import { addCheck } from './commands/check.ts';
import { addConsole } from './commands/console.ts';
import { addDeliveries } from './commands/deliveries/deliveries.ts';
import { addRecoveries } from './commands/deliveries/recoveries.ts';
import { addDestinations } from './commands/destinations/destinations.ts';
import { addSecrets } from './commands/destinations/secrets.ts';
import { addForms } from './commands/forms/forms.ts';
import { addImport } from './commands/import.ts';
import { addKeys } from './commands/keys.ts';
import { addListen } from './commands/listen.ts';
import { addProjections } from './commands/projections/projections.ts';
import { addServe } from './commands/serve.ts';
import { addStores } from './commands/stores.ts';
import { addStripe } from './commands/stripe.ts';
import { addSubmissions } from './commands/submissions/submissions.ts';
import type { CliContext } from './context.ts';
import { CommandFailure, exitCodes, misused } from './failure.ts';
import { jsonLine } from './terminal/output.ts';

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
  const program = createProgram({ env, streams, exitWith: (code) => void (exitCode = code) }, isJson);
  try {
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
function createProgram(context: CliContext, isJson: boolean): Command {
  const { stdout, stderr } = context.streams;
  const program = new Command('formlog')
    .description('Forms, their submissions, and signed webhooks about both.')
    .version(packageVersion())
    .exitOverride()
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => {
        if (!isJson) stderr.write(text);
      },
    })
    .showHelpAfterError('Run with --help for usage.')
    .addHelpText(
      'after',
      '\nEvery command has --help with an example, and --json.\n' +
        'Exit codes: 0 done, 1 refused, 2 wrong usage, 3 the service cannot be reached.\n' +
        '\nExample:\n  $ formlog import responses.csv',
    );
  const commands = [
    addServe,
    addCheck,
    addStores,
    addConsole,
    addBackup,
    addListen,
    addImport,
    addAccounts,
    addForms,
    addSubmissions,
    addErasures,
    addKeys,
    addStripe,
    addDestinations,
    addSecrets,
    addDeliveries,
    addRecoveries,
    addHistory,
    addAudit,
    addExport,
    addProjections,
  ];
  for (const add of commands) add(program, context);
  return program;
}
