import type { Command } from 'commander';
import type { CliContext } from './context.ts';

/** A command of the first level, or a group of commands. */
interface CommandEntry {
  readonly name: string;
  /** The options and arguments, as the list of commands shows them; empty for a group. */
  readonly usage: string;
  readonly description: string;
  /** Loads the module that adds arguments, options, subcommands and the action. */
  readonly load: () => Promise<(command: Command, context: CliContext) => void>;
}

const entry = (
  name: string,
  usage: string,
  description: string,
  load: CommandEntry['load'],
): CommandEntry => ({ name, usage, description, load });

/** All commands in the order of the help. A module is loaded only when its command is called. */
const commandTable: readonly CommandEntry[] = [
  entry(
    'serve',
    '[options]',
    'run the service; its settings are environment variables',
    async () => (await import('./commands/serve.ts')).defineServe,
  ),
  entry(
    'check',
    '[options]',
    'check the settings and the stores that they name, like "serve" at its start',
    async () => (await import('./commands/check.ts')).defineCheck,
  ),
  entry(
    'stores',
    '[options]',
    'print the addresses of the embedded stores of the running service, with their credentials',
    async () => (await import('./commands/stores.ts')).defineStores,
  ),
  entry(
    'console',
    '[options]',
    'print a link that signs you in to the console, once',
    async () => (await import('./commands/console.ts')).defineConsole,
  ),
  entry(
    'backup',
    '[options] <dir>',
    'copy the data of a service, running or stopped, to a new directory',
    async () => (await import('./commands/backup.ts')).defineBackup,
  ),
  entry(
    'restore',
    '[options] <backup>',
    'create a data directory from a backup',
    async () => (await import('./commands/backup.ts')).defineRestore,
  ),
  entry(
    'listen',
    '[options]',
    'receive webhooks on this machine: register as a destination, verify signatures and ' +
      'timestamps, and print a line per delivery until Ctrl-C',
    async () => (await import('./commands/listen.ts')).defineListen,
  ),
  entry(
    'import',
    '[options] <file>',
    'import the rows of a CSV file as submissions: into a form, or into a new draft with its columns as fields. ' +
      'The same file can be imported again: no row is submitted twice.',
    async () => (await import('./commands/import.ts')).defineImport,
  ),
  entry(
    'accounts',
    '',
    'accounts, and the account that commands use',
    async () => (await import('./commands/accounts.ts')).defineAccounts,
  ),
  entry(
    'forms',
    '',
    'forms with their fields and status',
    async () => (await import('./commands/forms/forms.ts')).defineForms,
  ),
  entry(
    'submissions',
    '',
    'submissions with their answers, and their erasure',
    async () => (await import('./commands/submissions/submissions.ts')).defineSubmissions,
  ),
  entry(
    'erase',
    '',
    'erase all submissions to a form that filters select',
    async () => (await import('./commands/submissions/erase-selected.ts')).defineErase,
  ),
  entry(
    'files',
    '',
    'files of submissions, and files that wait for one',
    async () => (await import('./commands/files/files.ts')).defineFiles,
  ),
  entry(
    'pictures',
    '',
    'pictures for the pages of forms',
    async () => (await import('./commands/pictures/pictures.ts')).definePictures,
  ),
  entry(
    'erasure',
    '[options] <id>',
    'show the progress of an erasure and the member that it waits for',
    async () => (await import('./commands/auditing/erasures.ts')).defineErasure,
  ),
  entry(
    'event-store-members',
    '',
    'members of the event store that erasures wait for',
    async () => (await import('./commands/auditing/erasures.ts')).defineEventStoreMembers,
  ),
  entry(
    'members',
    '',
    'the people who may enter the account in the console, and invitations',
    async () => (await import('./commands/members.ts')).defineMembers,
  ),
  entry(
    'people',
    '',
    'people, by id or address, and their erasure',
    async () => (await import('./commands/people.ts')).definePeople,
  ),
  entry(
    'notices',
    '',
    'notices to members by mail and in chats: what each has chosen, and what was sent',
    async () => (await import('./commands/notices.ts')).defineNotices,
  ),
  entry('keys', '', 'API keys of an account', async () => (await import('./commands/keys.ts')).defineKeys),
  entry(
    'stripe',
    '',
    "the endpoint of an account for Stripe's events",
    async () => (await import('./commands/stripe.ts')).defineStripe,
  ),
  entry(
    'destinations',
    '',
    'the destinations of webhooks',
    async () => (await import('./commands/destinations/destinations.ts')).defineDestinations,
  ),
  entry(
    'secrets',
    '',
    'the encrypted signing secrets',
    async () => (await import('./commands/destinations/secrets.ts')).defineSecrets,
  ),
  entry(
    'deliveries',
    '',
    'webhook deliveries, sent and pending',
    async () => (await import('./commands/deliveries/deliveries.ts')).defineDeliveries,
  ),
  entry(
    'recoveries',
    '',
    'recoveries, started by "deliveries recover"',
    async () => (await import('./commands/deliveries/recoveries.ts')).defineRecoveries,
  ),
  entry(
    'cancellations',
    '',
    'cancellations of many deliveries, started by "deliveries cancel"',
    async () => (await import('./commands/deliveries/recoveries.ts')).defineCancellations,
  ),
  entry(
    'history',
    '[options] <kind> <id>',
    'the history of a form, submission, destination, delivery or account, or its state at a time',
    async () => (await import('./commands/auditing/history.ts')).defineHistory,
  ),
  entry(
    'audit',
    '[options] [command]',
    "list an account's audit stream, oldest first: the facts that remain after erasures; " +
      'or the acts of people in an account',
    async () => (await import('./commands/auditing/audit.ts')).defineAudit,
  ),
  entry(
    'export',
    '',
    'export events, submissions or everything of an account, and verify exports',
    async () => (await import('./commands/auditing/export.ts')).defineExport,
  ),
  entry(
    'projections',
    '',
    'read models: status, rebuild, replay, verify',
    async () => (await import('./commands/projections/projections.ts')).defineProjections,
  ),
];

/**
 * Adds all commands to the program. Only the command that the arguments call has its options and subcommands.
 * @param args without the names of node and of the program
 */
export async function addCommands(
  program: Command,
  args: readonly string[],
  context: CliContext,
): Promise<void> {
  const [first, second] = args.filter((arg) => !arg.startsWith('-'));
  const called = first === 'help' ? second : first;
  for (const { name, description, load } of commandTable) {
    const command = program.command(name).description(description);
    if (name === called) (await load())(command, context);
  }
}

/** The name and usage of a command in the list of commands. */
export function usageOf(name: string): string | null {
  const found = commandTable.find((one) => one.name === name);
  return found ? `${name} ${found.usage}`.trim() : null;
}
