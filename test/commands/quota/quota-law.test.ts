import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Blocks } from '../../../commands/quota/blocks.ts';
import { reconcile as reconcileQuota } from '../../../commands/quota/reconcile.ts';
import type { Reservation } from '../../../commands/quota/reservation.ts';
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
/** Far from a large one, blocks have spare reservations. */
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
  return { ...deps, blocks: new Blocks(deps) };
}

/** A request between its reservation and its end, in a process that may sleep for as long as it likes. */
interface Held {
  readonly reservation: Reservation;
  readonly process: number;
  readonly expected: number;
}

const kinds = [
  'reserve',
  'reserve',
  'reserve',
  'create',
  'create',
  'release',
  'lose the answer',
  'stop',
  'die',
  'reconcile',
] as const;
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  process: fc.nat(2),
  key: fc.option(fc.constantFrom('v', 'w', 'x', 'y', 'z')),
  /** How many are reserved at once. */
  count: fc.constantFrom(1, 3, 6, 9),
  which: fc.nat(5),
});

test('however processes reserve, pause, die, reconcile and create, the limit holds and no reservation is lost', async () => {
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
        const got = await process.blocks.reserve(stream, { submissionId, limit, at, context });
        if (got.ok) held.push({ reservation: got.value, process: number, expected });
      };

      for (const { kind, process: number, key, count, which } of steps) {
        const process = processes[number] ?? begin();
        if (kind === 'die') {
          processes[number] = begin();
          // What it was about to append may be on its way yet.
        } else if (kind === 'stop') await process.blocks.releaseSpare();
        else if (kind === 'reconcile') await reconcile(process);
        else if (kind === 'reserve') {
          const keys = [key, ...Array<null>(count - 1).fill(null)];
          await Promise.all(keys.map((one) => hold(process, number, one)));
        } else {
          const one = held[which % Math.max(1, held.length)];
          if (!one) continue;
          held = held.filter((other) => other !== one);
          if (kind === 'release') await one.reservation.release();
          else if (kind === 'create') await create(process.aggregates, one);
          else await createWithoutAnswer(process.aggregates, one);
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
  assert.ok(assigned > 0, 'spare reservations are assigned to submissions under keys');
});

/** A process that has two spare reservations. */
async function busyOn({ log }: ReturnType<typeof memoryLog>) {
  const process = beginOn(log);
  const reserve = async (submissionId?: string): Promise<Reservation> =>
    succeeded(await process.blocks.reserve(stream, { submissionId, limit: 50, at, context }));
  await Promise.all(Array.from({ length: 5 }, () => reserve()));
  return { ...process, reserve };
}

test('of two reservations that one process assigns to one submission, the first is released', async () => {
  const memory = memoryLog();
  const { aggregates, reserve } = await busyOn(memory);
  await (await reserve('x')).release();
  await create(aggregates, { reservation: await reserve('x'), process: 0, expected: noStream });
  assert.is(memory.count('SubmissionPlacesAssigned'), 2);
  const last = beginOn(memory.log);
  await reconcileQuota({ ...last, log: memory.log }, stream, context);
  assert.is((await last.aggregates.load(quota, stream)).state.used, 1);
});

test('of the reservations that two processes assign to one submission, one is released, whichever process settles them', async () => {
  for (const isSettledByOthers of [false, true]) {
    const memory = memoryLog();
    const processes = [await busyOn(memory), await busyOn(memory)];
    const reservations = await Promise.all(processes.map(({ reserve }) => reserve('x')));
    for (const [index, { aggregates }] of processes.entries()) {
      const reservation = reservations[index];
      if (!reservation || (isSettledByOthers && index > 0)) continue;
      await create(aggregates, { reservation, process: index, expected: noStream });
    }
    assert.is(memory.created(), 1);
    assert.is(memory.count('SubmissionPlacesAssigned'), 2);
    const last = beginOn(memory.log);
    await reconcileQuota({ ...last, log: memory.log }, stream, context);
    assert.is((await last.aggregates.load(quota, stream)).state.used, 1);
  }
});

/** Appends and reports the outcome as the command that creates a submission does. */
async function create(aggregates: ReturnType<typeof openAggregates>, held: Held): Promise<void> {
  const { reservation } = held;
  const appended = await append(aggregates, held);
  if (appended.ok) return reservation.confirm();
  const { state } = await aggregates.load(submission, streamOf.submission(reservation.submissionId));
  if (state.exists) await reservation.release();
  else reservation.revoked();
}

/** The append may or may not have taken place. */
async function createWithoutAnswer(aggregates: ReturnType<typeof openAggregates>, held: Held): Promise<void> {
  if (held.process === 0) await append(aggregates, held);
  held.reservation.abandon();
}

function append(
  aggregates: ReturnType<typeof openAggregates>,
  { reservation: { submissionId, name }, expected }: Held,
) {
  const form = { id: 'f', revision: 1 };
  const data = { submissionId, accountId: 'acme', form, answers: [], requestHash: 'h', at };
  const command = {
    ...data,
    isComplete: true,
    ...({ type: 'CreateSubmission', formStatus: 'published', source: 'api' } as const),
  };
  const derived = { ...context, ...(name !== null && { idempotencyKey: name }) };
  return aggregates.executeAt(submission, streamOf.submission(submissionId), expected, [command], derived);
}

test.run();
