import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { attemptBudgets } from '../../../../dispatcher/scheduler/attempt-budgets.ts';
import type { Budget } from '../../../../dispatcher/scheduler/queues/budgets.ts';
import { FairQueue } from '../../../../dispatcher/scheduler/queues/fair-queue.ts';
import { eventually } from '../../../support/eventually.ts';
import { startReceiver } from '../../receiver.ts';
import { openWorld } from '../../world.ts';

const test = suite('budgets of attempts');

interface Setting {
  readonly maxInFlight?: number;
  readonly concurrency?: number;
  readonly perSecond?: number | null;
  /** The budgets of a destination: its account is the first letter of its id, its host the last. */
  readonly account?: Partial<Budget>;
  readonly host?: Partial<Budget>;
}

function queueWith({ maxInFlight = 100, concurrency = 2, perSecond = null, account, host }: Setting) {
  let now = 0;
  const none = { inFlight: 1_000, perSecond: null };
  const budgetsOf = (id: string): Budget[] => [
    { kind: 'account', name: id.charAt(0), ...none, ...account },
    { kind: 'host', name: id.slice(-1), ...none, ...host },
  ];
  const queue = new FairQueue<string>(
    maxInFlight,
    (id) => ({ concurrency, perSecond, ahead: 0, budgets: budgetsOf(id) }),
    () => now,
  );
  return {
    finished: (id: string, tookMs: number) => queue.finished(id, tookMs),
    waitsFor: (id: string) => queue.waitsFor(id),
    waitingForBudgets: () => queue.waitingForBudgets(),
    nextInMs: () => queue.nextInMs(),
    fill: (id: string, count: number) => {
      for (let n = 0; n < count; n++) queue.enqueue(id, id);
    },
    started() {
      const ids: string[] = [];
      for (let id = queue.next(); id !== null; id = queue.next()) ids.push(id);
      return ids;
    },
    pass: (ms: number) => (now += ms),
  };
}

test('the destinations of an account share its attempts in flight, and take turns', () => {
  const { fill, started, finished, waitsFor, waitingForBudgets } = queueWith({ account: { inFlight: 3 } });
  for (const id of ['a1x', 'a2x', 'a3x', 'a4x']) fill(id, 2);
  assert.equal(started(), ['a1x', 'a2x', 'a3x']);
  assert.is(waitsFor('a4x'), 'account');
  assert.is(waitingForBudgets().size, 4);
  const order: string[] = [];
  let inFlight = ['a1x', 'a2x', 'a3x'];
  while (inFlight.length > 0) {
    const [first = '', ...rest] = inFlight;
    finished(first, 1);
    const next = started();
    order.push(...next);
    inFlight = [...rest, ...next];
    assert.ok(inFlight.length <= 3);
  }
  assert.equal(order, ['a4x', 'a1x', 'a2x', 'a3x', 'a4x']);
  assert.is(waitingForBudgets().size, 0);
});

test('an account that has used up its budget leaves capacity to others', () => {
  const { fill, started, finished } = queueWith({ maxInFlight: 6, account: { inFlight: 4 } });
  for (let n = 0; n < 50; n++) fill(`a${n}x`, 10);
  fill('bx', 4);
  assert.is(started().filter((id) => id.startsWith('a')).length, 4);
  finished('bx', 1);
  assert.equal(started(), ['bx']);
});

test('the destinations of many accounts at one host share its attempts', () => {
  const { fill, started, finished, waitsFor } = queueWith({ host: { inFlight: 2 } });
  for (const id of ['ax', 'bx', 'cx', 'dy']) fill(id, 1);
  assert.equal(started(), ['ax', 'bx', 'dy']);
  assert.is(waitsFor('cx'), 'host');
  finished('dy', 1);
  assert.equal(started(), []);
  finished('ax', 1);
  assert.equal(started(), ['cx']);
});

test('a rate budget spaces the attempts of all its destinations', () => {
  const { fill, started, finished, pass, nextInMs } = queueWith({ account: { perSecond: 2 } });
  fill('a1x', 2);
  fill('a2x', 2);
  assert.equal(started(), ['a1x']);
  assert.is(nextInMs(), 450);
  finished('a1x', 1);
  pass(449);
  assert.equal(started(), []);
  pass(1);
  assert.equal(started(), ['a2x']);
  pass(500);
  assert.equal(started(), ['a1x']);
});

test('a budget is not left unused because the next destination cannot use it', () => {
  const { fill, started, finished, pass } = queueWith({
    account: { inFlight: 2 },
    host: { inFlight: 1 },
    concurrency: 1,
    perSecond: 1,
  });
  fill('a1x', 2);
  fill('a2x', 1);
  fill('a3y', 1);
  fill('a4z', 1);
  assert.equal(started(), ['a1x', 'a3y'], 'the second has no place at its host');
  finished('a3y', 1);
  assert.equal(started(), ['a4z']);
  finished('a1x', 1);
  assert.equal(started(), ['a2x'], 'the first would exceed its own rate');
  pass(1_000);
  finished('a2x', 1);
  assert.equal(started(), ['a1x']);
});

test('law: every attempt is started in the end and no budget is exceeded', () => {
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 200; round++) {
    const account = { inFlight: 1 + random(4), perSecond: random(2) ? 1 + random(20) : null };
    const host = { inFlight: 1 + random(3), perSecond: random(2) ? 1 + random(20) : null };
    const queue = queueWith({ maxInFlight: 1 + random(8), account, host });
    let wanted = 0;
    for (let n = 0; n < 12; n++) {
      const count = random(4);
      queue.fill(`${'abc'.charAt(random(3))}${n}${'xyz'.charAt(random(3))}`, count);
      wanted += count;
    }
    let done = 0;
    const inFlight: string[] = [];
    for (let step = 0; step < 2_000 && done < wanted; step++) {
      inFlight.push(...queue.started());
      for (const [limit, key] of [
        [account.inFlight, (id: string) => id.charAt(0)],
        [host.inFlight, (id: string) => id.slice(-1)],
      ] as const)
        for (const one of inFlight)
          assert.ok(inFlight.filter((other) => key(other) === key(one)).length <= limit);
      const [first] = inFlight.splice(random(Math.max(1, inFlight.length)), 1);
      if (first !== undefined) {
        queue.finished(first, random(2_000));
        done += 1;
      } else queue.pass(Math.max(1, Math.min(1_000, queue.nextInMs())));
    }
    assert.is(done, wanted, `round ${round}`);
    assert.is(queue.waitingForBudgets().size, 0);
  }
});

test('a plan sets the budget of its accounts, and a setting that of hosts', () => {
  const attempts = { in_flight: 4, per_second: 10 };
  const plan = { api: true, published_forms: null, submissions_per_month: null, attempts };
  const budgetsOf = attemptBudgets({ small: plan }, { inFlight: 8, perSecond: null });
  assert.equal(budgetsOf({ accountId: 'a', plan: 'small', host: 'h' }), [
    { kind: 'account', name: 'a', inFlight: 4, perSecond: 10 },
    { kind: 'host', name: 'h', inFlight: 8, perSecond: null },
  ]);
  assert.is(budgetsOf({ accountId: 'a', plan: 'other', host: 'h' })[0]?.inFlight, 64);
});

test('a host never gets more concurrent attempts than its budget, gets all in the end, and its destinations are reported', async () => {
  let open = 0;
  let most = 0;
  let isOpen = false;
  const held: (() => void)[] = [];
  const receiver = await startReceiver(() => (response) => {
    most = Math.max(most, ++open);
    const answer = () => {
      open -= 1;
      response.writeHead(204).end();
    };
    if (isOpen) answer();
    else held.push(answer);
  });
  const budgetsOf = attemptBudgets({}, { inFlight: 2, perSecond: null });
  const world = await openWorld({ budgetsOf });
  try {
    const ids: string[] = [];
    for (let n = 0; n < 4; n++) ids.push(await world.configure(`${receiver.url}/${n}`, { concurrency: 4 }));
    for (let n = 0; n < 5; n++) await world.submit();
    await eventually('two attempts are under way', () => held.length === 2, 20_000);
    await eventually('the destinations are reported', async () => {
      const waiting = await world.budgetWaits.among(ids);
      return waiting.size >= 2 && [...waiting.values()].every((kind) => kind === 'host');
    });
    isOpen = true;
    for (const answer of held.splice(0)) answer();
    for (const id of ids) await world.deliveries(id, 'succeeded', 5);
    assert.is(most, 2);
    await eventually('none is reported', async () => (await world.budgetWaits.among(ids)).size === 0);
  } finally {
    await world.close();
    receiver.close();
  }
});

test.run();
