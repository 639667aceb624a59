import type { CommandDeps } from '../../commands/deps.ts';
import { personTraceCollections } from '../../coordination/person-traces.ts';
import { personErasure, type PersonErasureCommand } from '../../domain/person-erasure/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { noticeCollections } from '../../projections/generations/account-documents.ts';
import type { Aliases } from '../../projections/generations/aliases.ts';
import { placeOfPerson } from '../../projections/read-models/person-erasures/person-erasure-progress.ts';
import type {
  PersonErasureQueries,
  PersonErasureView,
} from '../../projections/read-models/person-erasures/queries.ts';
import type { PurgeDeps } from '../erasure/log-purger.ts';
import { scrubbedAt } from '../erasure/member-cleaner.ts';
import { purgeDeleted } from '../erasure/purge-deleted.ts';
import { type EraserDeps, runEraser } from '../erasure/run-eraser.ts';
import { reportBuilds, type ReportWait, waitForModels } from '../erasure/stage.ts';
import { reportObstacles, StoreCleaner } from '../erasure/store-cleaner.ts';
import { deletePerson, endTraces } from './delete-person.ts';

export interface PersonEraserDeps
  extends Pick<CommandDeps, 'aggregates' | 'log' | 'now'>, EraserDeps, Omit<PurgeDeps, 'log'> {
  readonly aliases: Aliases;
  readonly queries: { readonly personErasures: Pick<PersonErasureQueries, 'open'> };
  /**
   * How long requests that began before the erasure may still write, in ms: what names the person is looked for once more after that.
   * A request ends sooner.
   */
  readonly settleMs?: number;
}

const defaultSettleMs = 30_000;

const model = 'person-erasures';
const atOnce = 100;

/**
 * Erases people until the signal. One dispatcher at a time does so, under a lease. Each step is recorded in the stream of the erasure,
 * and may be repeated from any point after a crash or failure.
 */
export const runPersonEraser = (deps: PersonEraserDeps, signal: AbortSignal): Promise<void> =>
  runEraser(
    deps,
    {
      name: 'person-eraser',
      model,
      open: () => deps.queries.personErasures.open(atOnce),
      placeOf: placeOfPerson,
      begin() {
        const { aliases, now, store } = deps;
        const collections = () => [...personTraceCollections, ...noticeCollections(aliases)];
        const cleaner = new StoreCleaner({ aliases, now, store, collections });
        return (erasure, reportWait, leading) => advance(deps, erasure, reportWait, cleaner, leading);
      },
    },
    signal,
  );

/** Takes one person through the next step. @returns whether the erasure advanced */
async function advance(
  deps: PersonEraserDeps,
  erasure: PersonErasureView,
  reportWait: ReportWait,
  cleaner: StoreCleaner,
  signal: AbortSignal,
): Promise<boolean> {
  const { id: personId, stage, requested_at: requestedAt } = erasure;
  const at = () => deps.now().toISOString();
  switch (stage) {
    case 'deletion':
      await record(deps, personId, [{ type: 'Start', personId, requestedAt, at: at() }], signal);
      await endTraces(deps, personId, contextOf(personId));
      if (deps.now().getTime() < Date.parse(requestedAt) + (deps.settleMs ?? defaultSettleMs)) {
        reportWait('log', 'Requests that began before may still end.');
        return false;
      }
      reportWait('log', 'The events of the person are being deleted from the log.');
      await deletePerson(
        { ...deps, onWait: reportBuilds(reportWait, 'read_models', 'Its notices are being removed.') },
        personId,
        contextOf(personId),
        signal,
      );
      await record(deps, personId, [{ type: 'Tombstone', at: at() }], signal);
      return true;
    case 'log': {
      const scrubbed = await purge(deps, erasure, reportWait, signal);
      if (scrubbed === null) return false;
      await record(deps, personId, [{ type: 'Scrub', at: scrubbed }], signal);
      return true;
    }
    case 'read_store': {
      const obstacles = (await cleaner.clean(scrubbedAt(erasure), reportWait, signal))(erasure);
      if (obstacles.length > 0) reportObstacles(reportWait, obstacles);
      else await record(deps, personId, [{ type: 'Complete', at: at() }], signal);
      return obstacles.length === 0;
    }
    case null:
      return false;
    default:
      return stage satisfies never;
  }
}

/**
 * Has the event store purge the deleted streams from the files of every member.
 * @returns the time after which nothing personal was written to the read store, ISO 8601; null while members are awaited
 */
async function purge(
  deps: PersonEraserDeps,
  { deleted_position: deleted }: PersonErasureView,
  reportWait: ReportWait,
  signal: AbortSignal,
): Promise<string | null> {
  const position = BigInt(deleted ?? 0);
  if (!(await purgeDeleted(deps, position, reportWait, signal))) return null;
  return new Date(Math.max(deps.now().getTime(), (await deps.store.clock()).getTime())).toISOString();
}

/** Records steps in the stream of the erasure, and waits until the read model shows them. */
async function record(
  { aggregates, log, progress }: Pick<PersonEraserDeps, 'aggregates' | 'log' | 'progress'>,
  personId: string,
  commands: readonly PersonErasureCommand[],
  signal: AbortSignal,
): Promise<void> {
  await aggregates.execute(personErasure, streamOf.personErasure(personId), commands, contextOf(personId));
  const head = await log.head();
  if (head !== null) await waitForModels(progress, [model], head, signal);
}

const contextOf = (personId: string): CommandContext => ({
  accountId: '',
  actor: { kind: 'system', id: 'person-eraser' },
  correlationId: personId,
  causationId: personId,
});
