import type { Command } from 'commander';
import Type, { type Static } from 'typebox';
import { Account as AccountRecord } from '../../../api/contract/accounts/accounts.ts';
import * as contract from '../../../api/contract/accounts/closings.ts';
import type { ApiClient } from '../client/client.ts';
import { response } from '../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../context.ts';
import { misused, refused } from '../failure.ts';
import { ask } from '../terminal/ask.ts';
import type { Output } from '../terminal/output.ts';
import { startBar } from '../terminal/progress.ts';
import { watch } from '../terminal/watch.ts';
import { WaitingFor, waitText } from './auditing/erasures.ts';

const { waiting_for: _, ...progress } = contract.AccountClosing.properties;
const Closing = Type.Intersect([
  response(
    Type.Object({
      ...progress,
      progress_url: Type.Optional(contract.OwnAccountClosing.properties.progress_url),
    }),
    'id',
    'status',
    'closed_at',
    'records',
    'deleted_streams',
  ),
  WaitingFor,
]);
type Closing = Static<typeof Closing>;

const Account = response(AccountRecord, 'id', 'name');

interface FollowOptions extends CommonOptions {
  readonly follow?: boolean;
}

interface CloseOptions extends FollowOptions {
  readonly yes?: boolean;
}

const pathOf = (id: string, action = ''): string =>
  `/api/admin/v1/accounts/${encodeURIComponent(id)}${action}`;

const withFollow = (command: Command): Command =>
  command.option('--follow', 'show the progress until everything of the account is erased');

/** `formlog accounts close` */
export function addClose(accounts: Command, context: CliContext): void {
  withService(
    withFollow(
      accounts
        .command('close')
        .description('close an account, and erase everything of it permanently')
        .argument('<id>', 'the id of the account')
        .option('--yes', 'do not ask for the name of the account'),
    ),
    'accounts close acme --follow',
  ).action(async (id: string, { yes = false, follow = false, ...options }: CloseOptions) => {
    const { api, isKey, output } = openSession(context, options);
    if (isKey && follow)
      throw misused(
        'An API key cannot follow the closing of its account, because it is refused from then on. Leave out --follow.',
      );
    const { name } = await api.get(pathOf(id), Account);
    if (!yes) await confirm(id, name);
    const started = await api.post(pathOf(id, '/close'), Closing, { name });
    printClosing(output, (follow ? await followClosing(api, id, output, context) : null) ?? started);
  });
}

/** `formlog accounts closing` */
export function addClosing(accounts: Command, context: CliContext): void {
  withService(
    withFollow(
      accounts
        .command('closing')
        .description('show how far the erasure of a closed account is, and what it waits for')
        .argument('<id>', 'the id of the account'),
    ),
    'accounts closing acme --follow',
  ).action(async (id: string, { follow = false, ...options }: FollowOptions) => {
    const { api, output } = openSession(context, options);
    const found = await api.get(pathOf(id, '/closing'), Closing);
    printClosing(output, (follow ? await followClosing(api, id, output, context) : null) ?? found);
  });
}

/** Asks for the name of the account. @throws CommandFailure for another answer, and without a terminal */
async function confirm(id: string, name: string): Promise<void> {
  const answer = await ask(
    `This erases account ${id} permanently: its forms, submissions, files, destinations and keys.\nType its name, ${name}, to go on: `,
    'The closing of an account cannot be undone. Without a terminal, confirm it with --yes.',
  );
  if (answer !== name.trim()) throw refused('That is not its name. Nothing was closed.');
}

const sumOf = (records: Closing['records'], member: 'erased' | 'total'): number =>
  records.reduce((sum, one) => sum + one[member], 0);

/** Shows the progress until the account is erased; null after an interrupt, after which the erasure goes on. */
async function followClosing(
  api: ApiClient,
  id: string,
  output: Output,
  { streams }: CliContext,
): Promise<Closing | null> {
  const bar = startBar(streams, '{bar} {value}/{total} records erased');
  let printed = '';
  return watch(
    (signal) => api.call({ method: 'GET', path: pathOf(id, '/closing'), signal }, Closing),
    (closing) => {
      const { records, status } = closing;
      const total = sumOf(records, 'total');
      if (total > 0) bar.show(sumOf(records, 'erased'), total, {});
      const words = waitText(closing);
      if (words !== '' && words !== printed) bar.note(words);
      printed = words;
      return status === 'erased';
    },
  ).finally(() => bar.stop());
}

function printClosing(output: Output, closing: Closing): void {
  output.record(closing);
  const { id, status, closed_at, completed_at, records, deleted_streams } = closing;
  const listed = records
    .filter(({ total }) => total > 0)
    .map(({ kind, total, erased }) =>
      erased === total ? `${total} ${kind}` : `${erased} of ${total} ${kind}`,
    );
  const counts = listed.length > 0 ? ` Erased: ${listed.join(', ')}.` : '';
  if (status === 'erased')
    return output.print(
      `Account ${id} was closed at ${closed_at} and is erased since ${completed_at}.${counts}`,
    );
  output.print(
    `Account ${id} has been closed since ${closed_at}, and is being erased; ${deleted_streams} streams are deleted.${counts}`,
  );
  const words = waitText(closing);
  if (words !== '') output.print(words);
  if (closing.progress_url) output.print(`The progress is shown at ${closing.progress_url}`);
}
