import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openPlaces, type Place } from '../../commands/places.ts';
import { reconcileQuota } from '../../commands/reconcile-quota.ts';
import { quota } from '../../domain/quota/decider.ts';
import { submission } from '../../domain/submission/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { openAggregates } from '../../log/aggregates.ts';
import { ConcurrencyConflict, noStream, type EventLog, type RecordedEvent } from '../../log/event-log.ts';
import { contextOf } from './command-fixture.ts';

const test = suite('law of the quota');
const at = '2026-03-01T12:00:00.000Z';
const context = contextOf('acme');
const stream = streamOf.quota('acme', '202603');
const limit = 4;
const formId = 'f';

/** A log in memory, as far as commands use it. */
function memoryLog() {
  const streams = new Map<string, RecordedEvent[]>();
  let position = 0n;
  const log: Pick<EventLog, 'append' | 'readStream'> = {
    async append(name, expected, events) {
      const held = streams.get(name) ?? [];
      if (held.length - 1 !== expected) throw new ConcurrencyConflict(name, expected);
      for (const { id, event, metadata } of events) {
        position += 1n;
        const revision = held.length;
        held.push({ id, event, metadata, stream: name, revision, position, recordedAt: new Date(at) });
      }
      streams.set(name, held);
      return { revision: held.length - 1, position };
    },
    async *readStream(name, from = 0) {
      yield* (streams.get(name) ?? []).slice(from);
    },
  };
  return { log, created: () => createdIn(streams) };
}

const createdIn = (streams: ReadonlyMap<string, readonly RecordedEvent[]>): number =>
  [...streams.values()].flat().filter(({ event }) => event.type === 'SubmissionCreated').length;

/** A request between its reservation and its end, in a process that may sleep for as long as it likes. */
interface Held {
  readonly place: Place;
  readonly process: number;
  readonly expected: number;
}

const step = fc.record({
  kind: fc.constantFrom('reserve', 'reserve', 'create', 'create', 'give back', 'die', 'reconcile'),
  process: fc.nat(2),
  key: fc.option(fc.constantFrom('x', 'y')),
  which: fc.nat(5),
});

test('however processes reserve, sleep, die, reconcile and create: never more submissions than the limit, and no place is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { log, created } = memoryLog();
      const begin = () => {
        const aggregates = openAggregates(log);
        const deps = { aggregates, now: () => new Date(at) };
        return { ...deps, places: openPlaces({ ...deps, onOverdue: () => undefined }) };
      };
      const processes = [begin(), begin(), begin()];
      const reconcile = (process: ReturnType<typeof begin>) =>
        reconcileQuota({ ...process, log }, stream, context);
      let held: Held[] = [];

      for (const { kind, process: number, key, which } of steps) {
        const process = processes[number] ?? begin();
        if (kind === 'die') {
          processes[number] = begin();
          // What it was about to append may be on its way yet.
        } else if (kind === 'reconcile') await reconcile(process);
        else if (kind === 'reserve') {
          const submissionId = key ?? undefined;
          const known = key && (await process.aggregates.load(submission, streamOf.submission(key)));
          if (known && known.state.exists) continue;
          const got = await process.places.get(stream, { formId, submissionId, limit, at, context });
          if (got.ok)
            held.push({ place: got.value, process: number, expected: known ? known.revision : noStream });
        } else {
          const one = held[which % Math.max(1, held.length)];
          if (!one) continue;
          held = held.filter((other) => other !== one);
          if (kind === 'give back') await one.place.giveBack();
          else await create(process.aggregates, one);
        }
        assert.ok(created() <= limit, `${created()} submissions`);
      }

      const last = begin();
      await reconcile(last);
      assert.is((await last.aggregates.load(quota, stream)).state.used, created());
      for (const one of held) await create(last.aggregates, one);
      assert.is(
        (await last.aggregates.load(quota, stream)).state.used,
        created(),
        'nothing lands afterwards',
      );
    }),
    { numRuns: 150 },
  );
});

/** As `createSubmission` does it. */
async function create(
  aggregates: ReturnType<typeof openAggregates>,
  { place, expected }: Held,
): Promise<void> {
  const { submissionId, reservation } = place;
  const form = { id: formId, title: 'F', slug: 'f', status: 'published', version: 1 };
  const data = { submissionId, accountId: 'acme', form, answers: [], requestHash: 'h', at };
  const command = { type: 'CreateSubmission', ...data, isComplete: true, source: 'api' } as const;
  const derived = { ...context, ...(reservation !== null && { idempotencyKey: reservation }) };
  const options = { expectedRevision: expected, isNew: expected === noStream };
  const name = streamOf.submission(submissionId);
  const appended = await aggregates.execute(submission, name, [command], derived, options);
  if (appended.ok) return place.take();
  const { state } = await aggregates.load(submission, name);
  if (state.exists) await place.giveBack();
  else place.leave();
}

test.run();
