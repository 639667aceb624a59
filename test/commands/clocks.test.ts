import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { account } from '../../domain/account/decider.ts';
import { quota } from '../../domain/quota/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { monthOf } from '../../domain/time.ts';
import { entryUrl } from '../../packages/embedded-server/src/spawn.ts';
import { eventually } from '../support/eventually.ts';
import { testUnless } from '../support/left-out.ts';
import { lacking, locate } from '../support/tools.ts';
import { type CommandFixture, openFixture } from './command-fixture.ts';
import { Report } from './submitter-messages.ts';

const test = suite('limits among processes that pause and whose clocks differ');
let fixture: CommandFixture;

test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

const minutes = 60_000;
const monthAt = (offsetMs: number): string => monthOf(new Date(Date.now() + offsetMs).toISOString());
const whyNotFaked =
  lacking('libfaketime') ??
  (monthAt(-15 * minutes) === monthAt(15 * minutes) ? null : 'a month ends about now');

interface Request {
  readonly kind: 'submit' | 'publish';
  readonly accountId: string;
  readonly formId: string;
  readonly idempotencyKey?: string;
  readonly stops?: boolean;
}

/** A process with a clock of its own. @param clock as FAKETIME has it; the real one where it is null */
async function start(clock: string | null) {
  const faked = {
    LD_PRELOAD: locate('libfaketime'),
    FAKETIME: clock ?? '',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const child = fork(fileURLToPath(entryUrl('./submitter', import.meta.url)), [fixture.url], {
    env: { ...process.env, ...(clock !== null && faked) },
  });
  const reports: { id: number; outcome: string; now: number }[] = [];
  child.on('message', (message) => reports.push(Value.Parse(Report, message)));
  const outcome = (id: number, isWanted: (outcome: string) => boolean) =>
    eventually(
      'the other process has reported',
      () => reports.find((one) => one.id === id && isWanted(one.outcome)),
      60_000,
    );
  let count = 0;
  const begin = (request: Request): number => {
    count += 1;
    child.send({ stops: false, ...request, id: count });
    return count;
  };
  const { now } = await outcome(0, () => true);
  return {
    aheadMs: now - Date.now(),
    begin,
    stopped: (id: number) => outcome(id, (text) => text === 'stopping'),
    ended: async (id: number) => (await outcome(id, (text) => text !== 'stopping')).outcome,
    run: async (request: Request) => (await outcome(begin(request), () => true)).outcome,
    wake: () => child.kill('SIGCONT'),
    kill: () => child.kill('SIGKILL'),
  };
}

async function used(accountId: string): Promise<number> {
  const stream = streamOf.quota(accountId, monthAt(0));
  return (await fixture.another().aggregates.load(quota, stream)).state.used;
}

async function granted(accountId: string): Promise<string[]> {
  const { state } = await fixture.another().aggregates.load(account, streamOf.account(accountId));
  return state.exists ? [...state.published].sort() : [];
}

const clocks = [
  { name: 'the same clock', clock: null, aheadMs: 0 },
  { name: 'a clock 10 minutes ahead', clock: '+10m', aheadMs: 10 * minutes },
  { name: 'a clock 10 minutes behind', clock: '-10m', aheadMs: -10 * minutes },
];

for (const { name, clock, aheadMs } of clocks) {
  const title = `a process that is stopped with a reservation, while another with ${name} fills the limit, exceeds none`;
  testUnless(clock === null ? null : whyNotFaked, test)(title, async () => {
    const [slow, awake] = await Promise.all([start(null), start(clock)]);
    try {
      assert.ok(Math.abs(awake.aheadMs - aheadMs) < minutes, 'its clock is as it should be');
      await submitting(slow, awake);
      await publishing(slow, awake);
    } finally {
      slow.kill();
      awake.kill();
    }
  });
}

type Process = Awaited<ReturnType<typeof start>>;

async function submitting(slow: Process, awake: Process): Promise<void> {
  const { accountId, context } = await fixture.newAccount();
  const formId = await fixture.newForm(context, 'published');
  const late = slow.begin({ kind: 'submit', accountId, formId, stops: true });
  await slow.stopped(late);
  for (let made = 0; made < 5; made++)
    assert.is(await awake.run({ kind: 'submit', accountId, formId }), 'ok', `submission ${made}`);
  slow.wake();
  assert.is(await slow.ended(late), 'quota_exceeded');
  assert.is(await used(accountId), 5);
}

async function publishing(slow: Process, awake: Process): Promise<void> {
  const { accountId, context } = await fixture.newAccount();
  const first = await fixture.newForm(context);
  const others = [];
  for (let made = 0; made < 3; made++) others.push(await fixture.newForm(context));
  const late = slow.begin({ kind: 'publish', accountId, formId: first, stops: true });
  await slow.stopped(late);
  for (const formId of others) assert.is(await awake.run({ kind: 'publish', accountId, formId }), 'ok');
  slow.wake();
  assert.is(await slow.ended(late), 'plan_limit_reached');
  assert.equal(await granted(accountId), others.sort());
}

test.run();
