import type { Command } from 'commander';
import Type, { type Static } from 'typebox';
import { EventEntry } from '../../../../api/contract/history/history.ts';
import { pause } from '../../../../async/pause.ts';
import { auditEvents } from '../../../../domain/audit/events.ts';
import type { ApiClient } from '../../client/client.ts';
import { failureOf } from '../../client/explain.ts';
import { listOf, response } from '../../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { integerFrom, oneOf, timestamp } from '../../input/option-values.ts';
import { onInterrupt } from '../../terminal/interrupt.ts';
import { type Column, type Output, printList } from '../../terminal/output.ts';
import { isTransient } from '../../terminal/watch.ts';
import { addAuditAccount } from './audit-account.ts';
import { sentenceIn } from './worded-events.ts';

const AuditEntry = Type.Intersect([
  response(EventEntry, 'revision', 'recorded_at', 'type', 'actor'),
  Type.Object({
    data: Type.Object({ submissionId: Type.String(), deliveryId: Type.Optional(Type.String()) }),
  }),
]);
type AuditEntry = Static<typeof AuditEntry>;
const AuditPage = listOf(AuditEntry);

const types = Object.keys(auditEvents).filter((type) => type !== 'AuditSummarized');

const columns: readonly Column<AuditEntry>[] = [
  ['recorded', ({ recorded_at }) => recorded_at, 'whole'],
  ['what happened', sentenceIn],
  ['submission', ({ data }) => data.submissionId, 'whole'],
  ['delivery', ({ data }) => data.deliveryId, 'whole'],
];

interface Filters {
  readonly type?: string;
  readonly submission?: string;
  readonly by?: string;
  readonly since?: string;
  readonly until?: string;
}

const matches =
  ({ type, submission, by, since, until }: Filters) =>
  (entry: AuditEntry): boolean =>
    (type === undefined || entry.type === type) &&
    (submission === undefined || entry.data.submissionId === submission) &&
    (by === undefined || entry.actor.id === by) &&
    (since === undefined || entry.recorded_at >= since) &&
    (until === undefined || entry.recorded_at < until);

interface AuditOptions extends CommonOptions, Filters {
  readonly follow?: boolean;
  readonly limit?: number;
}

/** `formlog audit` */
export function defineAudit(command: Command, context: CliContext): void {
  addAuditAccount(command, context);
  withService(
    command
      .option('--type <type>', `only this event: ${types.join(', ')}`, oneOf(types))
      .option('--submission <id>', 'only the erasure of this submission')
      .option('--by <id>', 'only events of this operator, key or part of the service')
      .option('--since <time>', 'only events since a time or a duration ago (2h)', timestamp)
      .option('--until <time>', 'only events before a time', timestamp)
      .option('--limit <number>', 'the number of newest events (default: all)', integerFrom(1, 1_000_000))
      .option('--follow', 'print each new event'),
    'audit --since 30d --by ada',
  ).action(async ({ follow = false, limit, ...options }: AuditOptions) => {
    const { api, accountPath, output } = openSession(context, options);
    const path = await accountPath('audit');
    const matching = matches(options);
    const { signal, dispose } = onInterrupt();
    const readNew = openStream(api, path, signal);
    try {
      const entries = (await readNew()).filter(matching).slice(-(limit ?? Infinity));
      if (!follow) return printList(output, entries, columns, 'No events found.');
      for (const entry of entries) printLine(output, entry);
      while (!signal.aborted) {
        await pause(pollMs, signal);
        for (const entry of (await readNew()).filter(matching)) printLine(output, entry);
      }
    } finally {
      dispose();
    }
  });
}

const pollMs = 1_000;

/**
 * Reads an audit stream page by page. The last page is read again at the next call, because it may have grown.
 * @returns a function that returns the entries since its last call; empty after an interrupt, and while a service that
 * has answered before is unavailable
 */
function openStream(api: ApiClient, path: string, signal: AbortSignal): () => Promise<AuditEntry[]> {
  const isOver = () => signal.aborted;
  let cursor: string | undefined;
  let last = -1;
  let hasResponded = false;
  return async () => {
    const entries: AuditEntry[] = [];
    while (!isOver()) {
      const page = await api.call({ method: 'GET', path, query: { limit: 100, cursor }, signal }, AuditPage);
      if (!page.ok) {
        if (!isOver() && !(hasResponded && isTransient(page.error))) throw failureOf(page.error);
        break;
      }
      hasResponded = true;
      const { data, next_cursor: next } = page.value.value;
      entries.push(...data.filter(({ revision }) => revision > last));
      last = Math.max(last, ...data.map(({ revision }) => revision));
      if (!next) break;
      cursor = next;
    }
    return entries;
  };
}

function printLine(output: Output, entry: AuditEntry): void {
  output.record(entry);
  if (output.json) return;
  const { recorded_at, data } = entry;
  const delivery = data.deliveryId === undefined ? [] : [`delivery ${data.deliveryId}`];
  const words = [recorded_at, sentenceIn(entry), `submission ${data.submissionId}`];
  output.print([...words, ...delivery].join('  '));
}
