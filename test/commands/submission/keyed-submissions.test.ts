import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CommandDeps, openCommands } from '../../../commands/deps.ts';
import { openSecretBox } from '../../../commands/secret-box.ts';
import { createSubmission } from '../../../commands/submission/create-submission.ts';
import { derivedId } from '../../../domain/derived-id.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { CommandContext } from '../../../log/aggregates.ts';
import { newId } from '../../../log/ids.ts';
import { type CommandFixture, openFixture, plans, succeeded } from '../command-fixture.ts';
import { pausing } from '../pausing.ts';

const test = suite('the idempotency key of a submission, for 24 hours');
let fixture: CommandFixture;
const minute = 60_000;
const day = 24 * 60 * minute;
const start = Date.parse('2026-03-01T23:00:00Z');

test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

/** A process whose clock is that of the world, and `aheadMs` ahead of it. */
const processAt = (world: { ms: number }, aheadMs = 0): CommandDeps =>
  openCommands({
    log: fixture.log,
    plans,
    secrets: openSecretBox(randomBytes(32)),
    now: () => new Date(world.ms + aheadMs),
  });

async function newSubmitter() {
  const { accountId, context } = await fixture.newAccount('big');
  const formId = await fixture.newForm(context, 'published');
  const submit = (deps: CommandDeps, idempotencyKey: string, name = 'Ada', by: CommandContext = context) =>
    createSubmission(deps, { formId, answers: { name }, source: 'api', idempotencyKey }, by);
  return { accountId, context, submit };
}

test('a repetition has the same outcome until a day has passed; then it creates another, day after day', async () => {
  const { accountId, submit } = await newSubmitter();
  const world = { ms: start };
  const ids: string[] = [];
  for (let days = 0; days < 9; days++) {
    const created = succeeded(await submit(processAt(world), 'daily', `day ${days}`));
    assert.is(created.replayed, false);
    ids.push(created.submission.submissionId);
    world.ms += day - 1;
    const again = succeeded(await submit(processAt(world), 'daily', `day ${days}`));
    assert.equal([again.replayed, again.submission], [true, created.submission]);
    const other = await submit(processAt(world), 'daily', `day ${days + 1}`);
    assert.is(other.ok || other.error.code, 'idempotency_mismatch');
    world.ms += 1;
  }
  assert.is(new Set(ids).size, ids.length);
  assert.is(ids[0], derivedId(accountId, 'submissions', 'daily'), 'the id that earlier releases gave');
});

test('of concurrent requests in several processes when a key becomes free, one creates a submission', async () => {
  const { submit } = await newSubmitter();
  const world = { ms: start };
  const first = succeeded(await submit(processAt(world), 'duplicates'));
  world.ms += day;
  const processes = [processAt(world), processAt(world, 9 * minute), processAt(world, 1)];
  const outcomes = await Promise.all(
    processes.flatMap((deps) => [submit(deps, 'duplicates'), submit(deps, 'duplicates')]),
  );
  const values = outcomes.map(succeeded);
  const ids = new Set(values.map(({ submission }) => submission.submissionId));
  assert.is(ids.size, 1);
  assert.not(ids.has(first.submission.submissionId));
  assert.is(values.filter(({ replayed }) => !replayed).length, 1);
});

test('a process that pauses before it creates finds the submission of another process', async () => {
  const { submit } = await newSubmitter();
  const world = { ms: start };
  succeeded(await submit(processAt(world), 'sleeper'));
  world.ms += day;
  const asleep = pausing(processAt(world), streamOf.submission(''));
  const late = submit(asleep.deps, 'sleeper');
  await Promise.race([asleep.reached, late]);
  const created = succeeded(await submit(processAt(world), 'sleeper'));
  asleep.go();
  assert.equal(succeeded(await late), { ...created, replayed: true });
});

test('a process whose clock is behind returns the outcome of the last request, not of an earlier one', async () => {
  const { submit } = await newSubmitter();
  const world = { ms: start };
  succeeded(await submit(processAt(world), 'behind'));
  world.ms += day - 5 * minute;
  const created = succeeded(await submit(processAt(world, 10 * minute), 'behind'));
  assert.is(created.replayed, false);
  const behind = succeeded(await submit(processAt(world, -10 * minute), 'behind'));
  assert.equal([behind.replayed, behind.submission], [true, created.submission]);
});

/** Some requests at once, each in one of three processes, and the time that passes before them. */
const requests = fc.record({
  waitMs: fc.oneof(fc.nat(30 * minute), fc.integer({ min: day - 30 * minute, max: day + 30 * minute })),
  processes: fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }),
});
const skewMs = 10 * minute;
const skews = fc.array(fc.integer({ min: -skewMs, max: skewMs }), { minLength: 3, maxLength: 3 });

test('law: a key creates one submission in a day, in any order of requests and with different clocks', async () => {
  const { submit } = await newSubmitter();
  const law = fc.asyncProperty(skews, fc.array(requests, { maxLength: 8 }), async (aheadMs, batches) => {
    const key = newId();
    const world = { ms: start };
    const processes = aheadMs.map((ms) => processAt(world, ms));
    let last: { readonly id: string; readonly ms: number } | null = null;
    for (const { waitMs, processes: chosen } of batches) {
      world.ms += waitMs;
      const outcomes = await Promise.all(
        chosen
          .flatMap((index) => processes[index] ?? [])
          .map(async (deps) => succeeded(await submit(deps, key))),
      );
      const created = outcomes.filter(({ replayed }) => !replayed);
      const age = last === null ? Infinity : world.ms - last.ms;
      assert.ok(created.length <= 1, 'one creates');
      assert.ok(created.length === 0 || age >= day - 2 * skewMs, 'the key was free');
      assert.ok(created.length === 1 || age < day + 2 * skewMs, 'the key was taken');
      const known: readonly (string | undefined)[] = [last?.id, created[0]?.submission.submissionId];
      for (const { submission } of outcomes)
        assert.ok(known.includes(submission.submissionId), 'the last or the new');
      if (created[0]) last = { id: created[0].submission.submissionId, ms: world.ms };
    }
  });
  await fc.assert(law, { numRuns: 40 });
});

test.run();
