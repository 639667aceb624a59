import type { Command } from 'commander';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import * as contract from '../../../../api/contract/history/history.ts';
import { refusalInWords } from '../../../../api/errors/payment-refusals.ts';
import { submissionEvents } from '../../../../domain/submission/events.ts';
import { response } from '../../client/response-schema.ts';
import {
  type CliContext,
  type CommonOptions,
  openSession,
  type Session,
  withService,
} from '../../context.ts';
import { misused } from '../../failure.ts';
import { integerFrom, logPoint, oneOf } from '../../input/option-values.ts';
import { type Column, printItem, printList } from '../../terminal/output.ts';
import { changesIn, saveEvents, sentenceIn, withEventFile, WordedEvent } from './worded-events.ts';

const Sent = Type.Object({
  ...Type.Pick(contract.DeliveryEntry, ['id', 'status']).properties,
  attempts: Type.Array(Type.Unknown()),
});
const HistoryEntry = Type.Intersect([
  WordedEvent,
  Type.Object({ deliveries: Type.Optional(Type.Array(Sent)) }),
]);
const PastState = response(contract.Snapshot, 'as_of', 'state');

const collections = {
  account: 'accounts',
  form: 'forms',
  submission: 'submissions',
  destination: 'destinations',
  delivery: 'deliveries',
} as const;
const kinds = ['account', 'form', 'submission', 'destination', 'delivery'] as const;

const attemptsOf = ({ deliveries = [] }: Static<typeof HistoryEntry>): string =>
  deliveries.map(({ id, status, attempts }) => `${id} ${status} (${attempts.length} attempts)`).join(', ');

const Refusal = submissionEvents.SubmissionPaymentRefused.schema;

/** A refused payment changes nothing of the submission. */
const refusalIn = ({ type, data }: Static<typeof HistoryEntry>): string | null =>
  type === 'SubmissionPaymentRefused' && Value.Check(Refusal, data) ? refusalInWords(data) : null;

const columns: readonly Column<Static<typeof HistoryEntry>>[] = [
  ['revision', ({ revision }) => revision],
  ['recorded', ({ recorded_at }) => recorded_at],
  ['what happened', sentenceIn],
  ['changed', (event) => refusalIn(event) ?? changesIn(event)],
  ['event', ({ type }) => type],
  ['position', ({ position }) => position],
  ['cause', ({ causation_id }) => causation_id, 'whole'],
  ['request', ({ correlation_id }) => correlation_id, 'whole'],
  ['webhooks', attemptsOf],
];

const changeColumns: readonly Column<Static<typeof contract.Change>>[] = [
  ['field', ({ path }) => path],
  ['before', ({ before }) => shown(before)],
  ['after', ({ after }) => shown(after)],
];

const shown = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

const points = (value: string, before: readonly string[] = []): string[] => [...before, logPoint(value)];

interface HistoryOptions extends CommonOptions {
  readonly asOf?: string;
  readonly diff?: readonly string[];
  readonly newestFirst?: boolean;
  readonly limit: number;
  readonly output?: string;
}

/** `formlog history …` */
export function defineHistory(command: Command, context: CliContext): void {
  withService(
    withEventFile(command)
      .argument('<kind>', kinds.join(', '), oneOf(kinds))
      .argument('<id>', 'its id')
      .option('--as-of <point>', 'the state at a time, a duration ago (2h) or a log position', logPoint)
      .option('--diff <points...>', 'the changes between two such points', points)
      .option('--newest-first', 'list the newest events first')
      .option('--limit <number>', 'the maximum number of events', integerFrom(1, 1_000_000), 1_000),
    'history form 4fJkZ0qJ2mXr8sVtYb1c --as-of 2026-01-31T12:00:00Z\n' +
      '  $ formlog history form 4fJkZ0qJ2mXr8sVtYb1c --diff 2026-01-01T00:00:00Z 4711',
  ).action(async (kind: (typeof kinds)[number], id: string, { asOf, diff, ...options }: HistoryOptions) => {
    if (diff && diff.length !== 2)
      throw misused('--diff takes two points, such as --diff 2026-01-01T00:00:00Z 4711.');
    const { output: file, ...others } = options;
    const session = openSession(context, others);
    const path = `/api/admin/v1/${collections[kind]}/${encodeURIComponent(id)}/history`;
    if (diff) return showChanges(session, path, diff);
    if (asOf !== undefined) return showState(session, path, asOf);
    const order = options.newestFirst ? 'desc' : 'asc';
    const events = await session.api.list(path, HistoryEntry, { order }, options.limit);
    if (file !== undefined) return saveEvents(session.output, file, events);
    printList(session.output, events, columns, 'No events found.');
  });
}

async function showState({ api, output }: Session, path: string, asOf: string): Promise<void> {
  const past = await api.get(path, PastState, { as_of: asOf });
  output.record(past);
  if (past.state === null) return output.print('It did not exist yet.');
  const members = Object.keys(past.state).map((name): Column<object> => [
    name,
    () => shown(past.state?.[name]),
  ]);
  if (!output.json)
    printItem(output, past, [
      ['as of', () => past.as_of],
      ['last event', () => past.recorded_at],
      ...members,
    ]);
}

async function showChanges(
  { api, output }: Session,
  path: string,
  [from, to]: readonly string[],
): Promise<void> {
  const query = { as_of: to, compared_to: from };
  const { changes } = await api.get(path, PastState, query);
  printList(output, changes ?? [], changeColumns, 'No changes.');
}
