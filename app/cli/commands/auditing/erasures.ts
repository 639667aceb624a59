import type { Command } from 'commander';
import Type, { type Static } from 'typebox';
import * as contract from '../../../../api/contract/erasures/erasures.ts';
import { Nullable } from '../../../../api/contract/values.ts';
import type { Api } from '../../client/api.ts';
import { listOf, response } from '../../client/response-schema.ts';
import {
  type CliContext,
  type CommonOptions,
  openSession,
  type Session,
  withService,
} from '../../context.ts';
import { type Column, printList } from '../../terminal/output.ts';
import { watch } from '../../terminal/watch.ts';
import { withExample } from '../../with-json.ts';

/** The member of a response that says what an erasure waits for. */
export const WaitingFor = Type.Object({
  waiting_for: Type.Optional(Nullable(response(contract.Waiting, 'code', 'message'))),
});

const { waiting_for: _, ...progress } = contract.Erasure.properties;
export const Erasure = Type.Intersect([
  response(Type.Object(progress), 'id', 'status', 'erased_at'),
  WaitingFor,
]);
export type Erasure = Static<typeof Erasure>;

const LogMember = response(contract.LogMember, 'member', 'seen_at');
const LogMembers = listOf(LogMember);

const logMemberColumns: readonly Column<Static<typeof LogMember>>[] = [
  ['member', ({ member }) => member, 'whole'],
  ['seen', ({ seen_at }) => seen_at],
];

interface ErasureOptions extends CommonOptions {
  readonly wait?: boolean;
}

/** `formlog event-store-members …` */
export function defineEventStoreMembers(members: Command, context: CliContext): void {
  withExample(members, 'event-store-members list');
  withService(
    members.command('list').description('list the known members with the time of their last contact'),
    'event-store-members list',
  ).action(async (options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const { data } = await api.get(membersPath, LogMembers);
    printList(output, data, logMemberColumns, 'No members of a cluster are known.');
  });
  withService(
    members
      .command('forget')
      .description('forget a member that has left the cluster permanently')
      .argument('<member>', 'its host:port'),
    'event-store-members forget eventstore-2:2113',
  ).action(async (member: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const path = `${membersPath}/${encodeURIComponent(member)}`;
    await api.delete(path);
    output.print(`Erasures no longer wait for ${member}.`);
  });
}

const membersPath = '/api/admin/v1/event-store-members';

/** Adds the command that shows an erasure. @param name its name in the example */
export function defineErasure(command: Command, context: CliContext, name = 'erasure'): void {
  withService(
    command
      .argument('<id>', 'the id of the submission')
      .option('--wait', 'wait until no file holds any of its data'),
    `${name} 7nWq2HpX5jRf8gTz3LdE`,
  ).action(async (id: string, { wait = false, ...options }: ErasureOptions) => {
    const { api, output } = openSession(context, options);
    const found = await api.get(erasurePath(id, 'erasure'), Erasure);
    printErasure(output, (wait ? await erasureEnded(api, id, output) : null) ?? found);
  });
}

export const erasurePath = (id: string, action: string): string =>
  `/api/admin/v1/submissions/${encodeURIComponent(id)}/${action}`;

/** Waits until an erasure is complete and prints the reason for waiting; null after an interrupt. */
export async function erasureEnded(api: Api, id: string, output: Session['output']): Promise<Erasure | null> {
  let printed = '';
  return watch(
    (signal) => api.call({ method: 'GET', path: erasurePath(id, 'erasure'), signal }, Erasure),
    (erasure) => {
      const words = waitText(erasure);
      if (words !== '' && words !== printed) output.note(words);
      printed = words;
      return erasure.status === 'erased';
    },
  );
}

/** The reason why an erasure waits, in words; empty if it does not wait. */
export function waitText({ waiting_for: waiting }: Pick<Erasure, 'waiting_for'>): string {
  if (!waiting) return '';
  const { code, message, error } = waiting;
  const members = waiting.members ?? [];
  const before = error ? ` The last try failed at ${error.at}: ${error.message}` : '';
  const reason =
    members.length === 0
      ? message
      : members
          .map(({ store, member, state, message: words, since }) =>
            [`\n  ${store} ${member}: ${state} since ${since}.`, words].join(' '),
          )
          .join('');
  return `It waits (${code}): ${reason}${before}`;
}

/** Prints the progress of an erasure. */
export function printErasure(output: Session['output'], erasure: Erasure): void {
  output.record(erasure);
  const { id, status, erased_at, completed_at } = erasure;
  if (status === 'erased')
    output.print(`Submission ${id} was erased at ${erased_at}; files: ${completed_at}.`);
  else {
    output.print(`Submission ${id} has been hidden since ${erased_at}; files still hold some of its data.`);
    const words = waitText(erasure);
    if (words !== '') output.print(words);
  }
}
