import { randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type CommandDeps, openCommands } from '../../../commands/deps.ts';
import { changeForm } from '../../../commands/form/change-form.ts';
import { openSecretBox } from '../../../commands/secret-box.ts';
import { createSubmission } from '../../../commands/submission/create-submission.ts';
import type { SubmissionRequest } from '../../../commands/submission/new-submission.ts';
import { quota } from '../../../domain/quota/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { monthOf, nextMonth } from '../../../domain/time.ts';
import type { CommandContext } from '../../../log/aggregates.ts';
import { LogUnavailable } from '../../../log/log-errors.ts';
import { type CommandFixture, noDestinations, openFixture, plans, succeeded } from '../command-fixture.ts';
import { pausing } from '../pausing.ts';

const test = suite('submissions');
let fixture: CommandFixture;

test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

async function used(accountId: string): Promise<number> {
  const stream = streamOf.quota(accountId, monthOf(fixture.deps.now().toISOString()));
  return (await fixture.deps.aggregates.load(quota, stream)).state.used;
}

const submit = (
  deps: CommandDeps,
  formId: string,
  context: CommandContext,
  options: Partial<SubmissionRequest> = {},
) => createSubmission(deps, { formId, answers: { name: 'Ada' }, source: 'api', ...options }, context);

async function eventsOf(stream: string): Promise<number> {
  let count = 0;
  for await (const _ of fixture.log.readStream(stream)) count += 1;
  return count;
}

test('of 50 concurrent submissions in two processes at a quota of 5, exactly 5 succeed, in few appends', async () => {
  const { accountId, context } = await fixture.newAccount();
  const formId = await fixture.newForm(context, 'published');
  const processes = [fixture.deps, fixture.another()];
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, index) => submit(processes[index % 2] ?? fixture.deps, formId, context)),
  );
  assert.is(results.filter(({ ok }) => ok).length, 5);
  for (const result of results)
    if (!result.ok) {
      assert.is(result.error.code, 'quota_exceeded');
      if (result.error.code === 'quota_exceeded') assert.is(result.error.limit, 5);
    }
  assert.is(await used(accountId), 5);
});

/** Makes a reservation as a process that dies before it creates the submission. */
async function loseReservation(context: CommandContext): Promise<void> {
  const at = fixture.deps.now().toISOString();
  succeeded(await fixture.another().quotas.reserve({ at }, context));
}

test('a lost reservation is released once, even if two processes find it at once', async () => {
  const { accountId, context } = await fixture.newAccount();
  const formId = await fixture.newForm(context, 'published');
  await loseReservation(context);
  for (let n = 0; n < 4; n++) succeeded(await submit(fixture.deps, formId, context));
  const results = await Promise.all(
    [fixture.another(), fixture.another()].map((process) => submit(process, formId, context)),
  );
  assert.is(results.filter(({ ok }) => ok).length, 1);
  assert.is(await used(accountId), 5);
});

test('an account is full until the next month when its quota is used up, not because of a lost reservation', async () => {
  const { context } = await fixture.newAccount();
  const formId = await fixture.newForm(context, 'published');
  await loseReservation(context);
  for (let n = 0; n < 4; n++) succeeded(await submit(fixture.deps, formId, context));
  assert.is(await fixture.deps.quotas.fullUntil(context), null, 'the lost reservation is released');
  succeeded(await submit(fixture.deps, formId, context));
  const next = nextMonth(fixture.deps.now().toISOString());
  for (const { quotas } of [fixture.deps, fixture.another()])
    assert.is(await quotas.fullUntil(context), next);
  const unlimited = await fixture.newAccount('big');
  assert.is(await fixture.deps.quotas.fullUntil(unlimited.context), null);
});

test('one read of the quota serves many pages', async () => {
  const { context } = await fixture.newAccount();
  let reads = 0;
  const { readPage, readStream } = fixture.log;
  const counting = openCommands({
    log: {
      ...fixture.log,
      readPage: (...page) => ((reads += 1), readPage(...page)),
      readStream: (...range) => ((reads += 1), readStream(...range)),
    },
    plans,
    secrets: openSecretBox(randomBytes(32)),
  });
  await counting.quotas.fullUntil(context);
  const first = reads;
  await Promise.all(Array.from({ length: 20 }, () => counting.quotas.fullUntil(context)));
  assert.is(reads, first);
});

test('concurrent requests share an append to the quota', async () => {
  const { accountId, context } = await fixture.newAccount('busy');
  const formId = await fixture.newForm(context, 'published');
  await Promise.all(Array.from({ length: 40 }, () => submit(fixture.deps, formId, context)));
  const appends = await eventsOf(streamOf.quota(accountId, monthOf(new Date().toISOString())));
  assert.ok(appends <= 5, `${appends} appends`);
  await fixture.deps.quotas.releaseSpare();
  assert.is(await used(accountId), 40);
});

test('requests with idempotency keys use spare reservations, and each submission is counted once', async () => {
  const { accountId, context } = await fixture.newAccount('busy');
  const formId = await fixture.newForm(context, 'published');
  const waves = 20;
  for (let wave = 0; wave < waves; wave++) {
    const keys = Array.from({ length: 5 }, (_, index) => `${wave}-${index}`);
    await Promise.all(
      keys.map(async (idempotencyKey) =>
        succeeded(await submit(fixture.deps, formId, context, { idempotencyKey })),
      ),
    );
  }
  let reserved = 0;
  for await (const { event } of fixture.log.readStream(
    streamOf.quota(accountId, monthOf(new Date().toISOString())),
  ))
    if (event.type === 'SubmissionQuotaReserved') reserved += 1;
  assert.ok(reserved <= 2, `${reserved} blocks for ${waves} times five requests`);
  await fixture.deps.quotas.releaseSpare();
  assert.is(await used(accountId), 5 * waves);
});

test('an account far from its limit needs one block for many submissions, however slowly they arrive', async () => {
  const { accountId, context } = await fixture.newAccount('busy');
  const formId = await fixture.newForm(context, 'published');
  for (let made = 1; made <= 60; made++) {
    succeeded(await submit(fixture.deps, formId, context));
    if (made % 20 === 0)
      assert.is(
        await fixture.deps.quotas.used(accountId, new Date().toISOString()),
        made,
        'spare ones do not count',
      );
  }
  assert.is(await eventsOf(streamOf.quota(accountId, monthOf(new Date().toISOString()))), 1);
});

test('the spare reservations of a dead process are released when the limit is reached', async () => {
  const { accountId, context } = await fixture.newAccount('small');
  const formId = await fixture.newForm(context, 'published');
  const dead = fixture.another();
  succeeded(await submit(dead, formId, context));
  succeeded(await submit(dead, formId, context, { idempotencyKey: 'k' }));
  assert.is(await used(accountId), 3, 'one is spare');
  let made = 2;
  while ((await submit(fixture.deps, formId, context)).ok) made += 1;
  assert.is(made, 40);
  assert.is(await used(accountId), 40);
  assert.is((await submit(dead, formId, context)).ok, false, 'it only slept, and its block was revoked');
});

test('a refused submission is not counted', async () => {
  const { accountId, context } = await fixture.newAccount();
  const formId = await fixture.newForm(context, 'published');
  const wrong = await submit(fixture.deps, formId, context, { answers: {} });
  assert.is(wrong.ok, false);
  succeeded(
    await changeForm(
      { ...fixture.deps, ...noDestinations },
      { formId, changes: { status: 'closed' } },
      context,
    ),
  );
  const closed = await submit(fixture.another(), formId, context);
  assert.equal(closed, { ok: false, error: { code: 'form_not_published', status: 'closed' } });
  assert.is(await used(accountId), 0);
});

test('a repeated request gets its response again, whatever the state of the form, and is counted once', async () => {
  const { accountId, context } = await fixture.newAccount();
  const formId = await fixture.newForm(context, 'published');
  const first = succeeded(await submit(fixture.deps, formId, context, { idempotencyKey: 'k' }));
  succeeded(
    await changeForm(
      { ...fixture.deps, ...noDestinations },
      { formId, changes: { status: 'closed' } },
      context,
    ),
  );
  const again = succeeded(await submit(fixture.another(), formId, context, { idempotencyKey: 'k' }));
  assert.is(again.replayed, true);
  assert.equal(again.submission, first.submission);
  assert.is(again.position, first.position);
  assert.is(await used(accountId), 1);
});

test('a request with its members in another order is the same, one with another value is not', async () => {
  const { context } = await fixture.newAccount();
  const formId = await fixture.newForm(context, 'published');
  const answers = { name: 'Ada' };
  succeeded(await submit(fixture.deps, formId, context, { answers, idempotencyKey: 'k' }));
  const other = await submit(fixture.deps, formId, context, {
    answers: { name: 'Bob' },
    idempotencyKey: 'k',
  });
  assert.equal(other, { ok: false, error: { code: 'idempotency_mismatch' } });
});

test('concurrent requests with one key in two processes create one submission, counted once', async () => {
  const { accountId, context } = await fixture.newAccount();
  const formId = await fixture.newForm(context, 'published');
  const results = await Promise.all(
    [fixture.deps, fixture.another(), fixture.another()].map((deps) =>
      submit(deps, formId, context, { idempotencyKey: 'once' }),
    ),
  );
  const ids = new Set(results.map((result) => succeeded(result).submission.submissionId));
  assert.is(ids.size, 1);
  assert.is(await used(accountId), 1);
});

test('concurrent requests with one key in one process wait for the first and get its response', async () => {
  const { accountId, context } = await fixture.newAccount();
  const formId = await fixture.newForm(context, 'published');
  const paused = pausing(fixture.deps, streamOf.submission(''));
  const first = submit(paused.deps, formId, context, { idempotencyKey: 'both' });
  await paused.reached;
  const duplicates = Array.from({ length: 5 }, () =>
    submit(paused.deps, formId, context, { idempotencyKey: 'both' }),
  );
  const other = await submit(paused.deps, formId, context, {
    answers: { name: 'Bob' },
    idempotencyKey: 'both',
  });
  assert.equal(other, { ok: false, error: { code: 'idempotency_mismatch' } });
  paused.go();
  const { replayed, ...outcome } = succeeded(await first);
  assert.is(replayed, false);
  for (const duplicate of await Promise.all(duplicates))
    assert.equal(succeeded(duplicate), { ...outcome, replayed: true });
  assert.is(await used(accountId), 1);
});

test('a request waits a limited time for another with its key, and is then refused', async () => {
  const { context } = await fixture.newAccount();
  const formId = await fixture.newForm(context, 'published');
  const deps = { ...fixture.deps, duplicateWaitMs: 1 };
  const paused = pausing(deps, streamOf.submission(''));
  const first = submit(paused.deps, formId, context, { idempotencyKey: 'slow duplicate' });
  await paused.reached;
  const second = await submit(paused.deps, formId, context, { idempotencyKey: 'slow duplicate' });
  assert.equal(second, { ok: false, error: { code: 'idempotency_in_flight' } });
  paused.go();
  succeeded(await first);
});

test('concurrent requests with one key share a refusal, after which the key is free', async () => {
  const { context } = await fixture.newAccount();
  const formId = await fixture.newForm(context, 'published');
  const invalid = { answers: {}, idempotencyKey: 'refused' };
  const refused = await Promise.all([1, 2, 3].map(() => submit(fixture.deps, formId, context, invalid)));
  assert.equal(
    refused.map((result) => result.ok || result.error.code),
    Array(3).fill('invalid_request'),
  );
  succeeded(await submit(fixture.deps, formId, context, { idempotencyKey: 'refused' }));
});

test('the same key in two accounts creates two submissions', async () => {
  const [one, two] = [await fixture.newAccount(), await fixture.newAccount()];
  const ids = [];
  for (const { context } of [one, two]) {
    const formId = await fixture.newForm(context, 'published');
    ids.push(
      succeeded(await submit(fixture.deps, formId, context, { idempotencyKey: 'k' })).submission.submissionId,
    );
  }
  assert.is.not(ids[0], ids[1]);
});

test('reservations of a dead process are released when the quota refuses a request', async () => {
  const { accountId, context } = await fixture.newAccount();
  const formId = await fixture.newForm(context, 'published');
  for (let lost = 0; lost < 2; lost++) await loseReservation(context);
  for (let made = 0; made < 3; made++) succeeded(await submit(fixture.deps, formId, context));
  const later = fixture.another();
  succeeded(await submit(later, formId, context));
  succeeded(await submit(later, formId, context));
  assert.is((await submit(later, formId, context)).ok, false);
  assert.is(await used(accountId), 5);
});

test('without a limit in the plan, nothing is reserved', async () => {
  const { accountId, context } = await fixture.newAccount('big');
  const formId = await fixture.newForm(context, 'published');
  succeeded(await submit(fixture.deps, formId, context));
  succeeded(await submit(fixture.deps, formId, context, { idempotencyKey: 'k' }));
  assert.is(await eventsOf(streamOf.quota(accountId, monthOf(new Date().toISOString()))), 0);
});

for (const idempotencyKey of [undefined, 'slow'])
  test(`a process that pauses after a reservation ${idempotencyKey ? 'with a key ' : ''}creates nothing once the reservation is revoked`, async () => {
    const { accountId, context } = await fixture.newAccount();
    const formId = await fixture.newForm(context, 'published');
    const paused = pausing(fixture.another(), streamOf.submission(''));
    const late = submit(paused.deps, formId, context, { ...(idempotencyKey && { idempotencyKey }) });
    await paused.reached;
    fixture.clock.aheadMs += 600_000;
    const awake = fixture.another();
    for (let made = 0; made < 5; made++) succeeded(await submit(awake, formId, context));
    paused.go();
    const refused = await late;
    assert.is(refused.ok ? 'created' : refused.error.code, 'quota_exceeded');
    assert.is(await used(accountId), 5);
  });

test('a submission with a key whose reservation was revoked is created on the next request', async () => {
  const { accountId, context } = await fixture.newAccount();
  const formId = await fixture.newForm(context, 'published');
  const keyed = { idempotencyKey: 'again' };
  const paused = pausing(fixture.another(), streamOf.submission(''));
  const late = submit(paused.deps, formId, context, keyed);
  await paused.reached;
  fixture.clock.aheadMs += 600_000;
  const awake = fixture.another();
  for (let made = 0; made < 4; made++) succeeded(await submit(awake, formId, context));
  const lost = fixture.another();
  // Refused once, which revokes the reservation of the sleeping process, and makes room again.
  succeeded(await lost.quotas.reserve({ at: lost.now().toISOString() }, context));
  const again = succeeded(await submit(fixture.another(), formId, context, keyed));
  paused.go();
  assert.equal(succeeded(await late).submission, again.submission);
  assert.is(await used(accountId), 5);
});

test('an append without a response keeps its reservation, because it may have succeeded', async () => {
  const { accountId, context } = await fixture.newAccount();
  const formId = await fixture.newForm(context, 'published');
  const { aggregates } = fixture.deps;
  const mute: CommandDeps = {
    ...fixture.deps,
    aggregates: {
      ...aggregates,
      executeAt: () => Promise.reject(new LogUnavailable('no answer')),
    },
  };
  try {
    await submit(mute, formId, context);
    assert.unreachable();
  } catch (error) {
    assert.instance(error, LogUnavailable);
  }
  assert.is(await used(accountId), 1);
  for (let made = 0; made < 5; made++) succeeded(await submit(fixture.deps, formId, context));
  assert.is(
    await used(accountId),
    5,
    'the same process determines the outcome when the reservation is needed',
  );
});

test.run();
