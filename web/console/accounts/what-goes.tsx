import { membersOf } from '../../../commands/membership/read-members.ts';
import { counted } from '../../../domain/check.ts';
import type { RecordCounts } from '../../../domain/closing/events.ts';
import type { WebDeps } from '../../web-deps.ts';

/** So many records of a kind are counted for the page. */
const countedRecords = 10_000;

const nouns = [
  ['forms', 'form', 'forms'],
  ['submissions', 'submission', 'submissions'],
  ['files', 'file', 'files'],
  ['destinations', 'destination', 'destinations'],
  ['deliveries', 'webhook', 'webhooks'],
  ['recoveries', 'recovery', 'recoveries'],
  ['keys', 'API key', 'API keys'],
] as const;

/** What an account has, which a closing erases. */
export interface GoingRecords {
  readonly records: RecordCounts;
  readonly members: number;
}

/** Counts what a closing would erase. */
export async function whatGoes(
  deps: Pick<WebDeps, 'aggregates' | 'queries'>,
  accountId: string,
): Promise<GoingRecords> {
  const [records, members] = await Promise.all([
    deps.queries.closings.recordsOf(accountId, countedRecords + 1),
    membersOf(deps, accountId),
  ]);
  return { records, members: members.length };
}

const textOf = (count: number, one: string, many: string): string =>
  count > countedRecords
    ? `more than ${countedRecords.toLocaleString('en')} ${many}`
    : `${count} ${count === 1 ? one : many}`;

/** Lists what a closing erases. */
export const WhatGoes = ({ records, members }: GoingRecords) => (
  <>
    <p>This is erased from every store, and nothing can bring it back:</p>
    <ul>
      {nouns.map(([kind, one, many]) => (
        <li safe>{textOf(records[kind] ?? 0, one, many)}</li>
      ))}
      <li>the logos and covers of the forms</li>
      <li>the notices about the account, and who receives them</li>
      <li safe>{`the access of ${counted(members, 'member')}; people keep their other accounts`}</li>
      <li>the name of the account, its settings and its history</li>
    </ul>
  </>
);
