import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openQuotas } from '../../../commands/quota/quotas.ts';
import type { Reservation } from '../../../commands/quota/reservation.ts';
import { account } from '../../../domain/account/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { submission } from '../../../domain/submission/decider.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import { noStream } from '../../../log/event-log.ts';
import { openMemoryLog } from '../../simulation/memory/memory-log.ts';
import { contextOf, succeeded } from '../command-fixture.ts';

const test = suite('blocks of several accounts and processes');
const start = Date.parse('2026-03-01T00:00:00.000Z');

/** Processes over one log, and their clock. */
function openWorld(limit: number) {
  const world = { now: start };
  const now = () => new Date(world.now);
  const memory = openMemoryLog(now);
  const log: Parameters<typeof openAggregates>[0] = {
    append: async (...args) => memory.append(...args),
    async *readStream(name, from = 0) {
      yield* memory.stream(name).slice(from);
    },
  };
  const plans = { limited: { api: true, published_forms: 1, submissions_per_month: limit } };
  return Object.assign(world, {
    at: () => now().toISOString(),
    eventsOf: (accountId: string) => memory.stream(streamOf.quota(accountId, '202603')).length,
    async openAccount(accountId: string): Promise<void> {
      const command = {
        type: 'OpenAccount',
        accountId,
        name: 'A',
        plan: 'limited',
        at: now().toISOString(),
      } as const;
      const { execute } = openAggregates(log);
      succeeded(await execute(account, streamOf.account(accountId), [command], contextOf(accountId)));
    },
    openProcess() {
      const aggregates = openAggregates(log, undefined, now);
      return { aggregates, quotas: openQuotas({ log, aggregates, plans, now }) };
    },
  });
}

type Process = ReturnType<ReturnType<typeof openWorld>['openProcess']>;

test('at one submission a minute, in turns of several accounts, a quota event serves fifty submissions', async () => {
  const limit = 10_000;
  const world = openWorld(limit);
  const accounts = ['a', 'b', 'c'];
  for (const accountId of accounts) await world.openAccount(accountId);
  const { quotas } = world.openProcess();
  const most = 0.9 * limit;
  for (let count = 0; count < most; count++)
    for (const accountId of accounts) {
      succeeded(await quotas.reserve({ at: world.at() }, contextOf(accountId))).confirm();
      world.now += 60_000 / accounts.length;
    }
  for (const accountId of accounts) {
    const events = world.eventsOf(accountId);
    assert.ok(most / events >= 50, `${events} events`);
  }
});

/** Creates a submission as the command does. @returns whether it was created */
async function create(
  { aggregates }: Process,
  { submissionId, name, ...reservation }: Reservation,
  at: string,
) {
  const data = {
    submissionId,
    accountId: 'a',
    form: { id: 'f', revision: 1 },
    answers: [],
    isComplete: true,
    at,
  };
  const command = { type: 'CreateSubmission', formStatus: 'published', source: 'api', ...data } as const;
  const context = { ...contextOf('a'), ...(name !== null && { idempotencyKey: name }) };
  const stream = streamOf.submission(submissionId);
  const created = await aggregates.executeAt(submission, stream, noStream, [command], context);
  if (created.ok) reservation.confirm();
  else reservation.revoked();
  return created.ok;
}

const step = fc.record({
  /** A paused request has a reservation, and goes on at the end. */
  what: fc.constantFrom('submit', 'submit', 'submit', 'pause', 'die', 'stop'),
  process: fc.nat(2),
  count: fc.integer({ min: 1, max: 30 }),
});

test('whatever blocks processes hold, pause with or leave behind, an account accepts exactly its limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(1, 16, 40, 100, 300),
      fc.array(step, { maxLength: 30 }),
      async (limit, steps) => {
        const world = openWorld(limit);
        await world.openAccount('a');
        const processes = [world.openProcess(), world.openProcess(), world.openProcess()];
        const paused: (() => Promise<boolean>)[] = [];
        let accepted = 0;

        const submit = async (process: Process): Promise<boolean> => {
          const reserved = await process.quotas.reserve({ at: world.at() }, contextOf('a'));
          if (!reserved.ok) return false;
          // After a revocation another reservation is tried.
          return (await create(process, reserved.value, world.at())) || submit(process);
        };

        for (const { what, process: number, count } of steps) {
          const process = processes[number] ?? world.openProcess();
          if (what === 'die') processes[number] = world.openProcess();
          else if (what === 'stop') await process.quotas.releaseSpare();
          else if (what === 'pause') {
            const reserved = await process.quotas.reserve({ at: world.at() }, contextOf('a'));
            if (reserved.ok) paused.push(() => create(process, reserved.value, world.at()));
          } else for (let n = 0; n < count; n++) accepted += Number(await submit(process));
          world.now += 60_000;
          assert.ok(accepted <= limit);
        }
        const last = world.openProcess();
        while (await submit(last)) accepted += 1;
        assert.is(accepted, limit);
        for (const resume of paused) assert.not(await resume(), 'the reservation was revoked');
      },
    ),
    { numRuns: 60 },
  );
});

test.run();
