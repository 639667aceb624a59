import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openPlaces } from '../../../commands/quota/places.ts';
import { reconcileQuota } from '../../../commands/quota/reconcile-quota.ts';
import type { Place } from '../../../commands/quota/reservations.ts';
import { quota } from '../../../domain/quota/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { submission } from '../../../domain/submission/decider.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import { type EventLog, noStream, type RecordedEvent } from '../../../log/event-log.ts';
import { ConcurrencyConflict } from '../../../log/log-errors.ts';
import { contextOf, succeeded } from '../command-fixture.ts';

const test = suite('law of the quota');
const at = '2026-03-01T12:00:00.000Z';
const context = contextOf('acme');
const stream = streamOf.quota('acme', '202603');
const formId = 'f';
/** Of a large one, places are reserved ahead. */
const limits = [4, 80];

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
  const count = (type: string): number =>
    [...streams.values()].flat().filter(({ event }) => event.type === type).length;
  return { log, count, created: () => count('SubmissionCreated') };
}

function beginOn(log: ReturnType<typeof memoryLog>['log']) {
  const aggregates = openAggregates(log);
  const deps = { aggregates, now: () => new Date(at) };
  return { ...deps, places: openPlaces({ ...deps, onOverdue: () => undefined }) };
}

/** A request between its reservation and its end, in a process that may sleep for as long as it likes. */
interface Held {
  readonly place: Place;
  readonly process: number;
  readonly expected: number;
}

const kinds = ['reserve', 'reserve', 'reserve', 'create', 'create', 'give back', 'die', 'reconcile'] as const;
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  process: fc.nat(2),
  key: fc.option(fc.constantFrom('v', 'w', 'x', 'y', 'z')),
  /** How many are reserved at once. */
  count: fc.constantFrom(1, 3, 6, 9),
  which: fc.nat(5),
});

test('however processes reserve, sleep, die, reconcile and create: never more submissions than the limit, and no place is lost', async () => {
  let assigned = 0;
  const anySteps = fc.array(step, { maxLength: 50, size: 'max' });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...limits), anySteps, async (limit, steps) => {
      const { log, count: countOf, created } = memoryLog();
      const begin = () => beginOn(log);
      const processes = [begin(), begin(), begin()];
      const reconcile = (process: ReturnType<typeof begin>) =>
        reconcileQuota({ ...process, log }, stream, context);
      let held: Held[] = [];

      const hold = async (process: ReturnType<typeof begin>, number: number, key: string | null) => {
        const submissionId = key ?? undefined;
        const known = key && (await process.aggregates.load(submission, streamOf.submission(key)));
        if (known && known.state.exists) return;
        const expected = known ? known.revision : noStream;
        const got = await process.places.get(stream, { formId, submissionId, limit, at, context });
        if (got.ok) held.push({ place: got.value, process: number, expected });
      };

      for (const { kind, process: number, key, count, which } of steps) {
        const process = processes[number] ?? begin();
        if (kind === 'die') {
          processes[number] = begin();
          // What it was about to append may be on its way yet.
        } else if (kind === 'reconcile') await reconcile(process);
        else if (kind === 'reserve') {
          const keys = [key, ...Array<null>(count - 1).fill(null)];
          await Promise.all(keys.map((one) => hold(process, number, one)));
        } else {
          const one = held[which % Math.max(1, held.length)];
          if (!one) continue;
          held = held.filter((other) => other !== one);
          if (kind === 'give back') await one.place.release();
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
      assigned += countOf('SubmissionPlacesAssigned');
    }),
    { numRuns: 80 },
  );
  assert.ok(assigned > 0, 'places that were reserved ahead are assigned to submissions under keys');
});

/** A process that has reserved two places ahead. */
async function busyOn({ log }: ReturnType<typeof memoryLog>) {
  const process = beginOn(log);
  const get = async (submissionId?: string): Promise<Place> =>
    succeeded(await process.places.get(stream, { formId, submissionId, limit: 50, at, context }));
  await Promise.all(Array.from({ length: 5 }, () => get()));
  return { ...process, get };
}

test('of two places that one process assigns to one submission, the first is free again', async () => {
  const memory = memoryLog();
  const { aggregates, get } = await busyOn(memory);
  await (await get('x')).release();
  await create(aggregates, { place: await get('x'), process: 0, expected: noStream });
  assert.is(memory.count('SubmissionPlacesAssigned'), 2);
  const last = beginOn(memory.log);
  await reconcileQuota({ ...last, log: memory.log }, stream, context);
  assert.is((await last.aggregates.load(quota, stream)).state.used, 1);
});

test('of the places that two processes assign to one submission, one is free again, whoever settles them', async () => {
  for (const isSettledByOthers of [false, true]) {
    const memory = memoryLog();
    const processes = [await busyOn(memory), await busyOn(memory)];
    const places = await Promise.all(processes.map(({ get }) => get('x')));
    for (const [index, { aggregates }] of processes.entries()) {
      const place = places[index];
      if (!place || (isSettledByOthers && index > 0)) continue;
      await create(aggregates, { place, process: index, expected: noStream });
    }
    assert.is(memory.created(), 1);
    assert.is(memory.count('SubmissionPlacesAssigned'), 2);
    const last = beginOn(memory.log);
    await reconcileQuota({ ...last, log: memory.log }, stream, context);
    assert.is((await last.aggregates.load(quota, stream)).state.used, 1);
  }
});

/** Reserves, appends and settles as the command that creates a submission does. */
async function create(
  aggregates: ReturnType<typeof openAggregates>,
  { place, expected }: Held,
): Promise<void> {
  const { submissionId, name: placeName } = place;
  const form = { id: formId, revision: 1 };
  const data = { submissionId, accountId: 'acme', form, answers: [], requestHash: 'h', at };
  const command = {
    ...data,
    isComplete: true,
    ...({ type: 'CreateSubmission', formStatus: 'published', source: 'api' } as const),
  };
  const derived = { ...context, ...(placeName !== null && { idempotencyKey: placeName }) };
  const name = streamOf.submission(submissionId);
  const appended = await aggregates.executeAt(submission, name, expected, [command], derived);
  if (appended.ok) return place.taken();
  const { state } = await aggregates.load(submission, name);
  if (state.exists) await place.release();
  else place.abandon();
}

test.run();
