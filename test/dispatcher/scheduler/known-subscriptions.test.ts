// A process of its own: time passes as the test says.

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { KnownSubscriptions } from '../../../dispatcher/scheduler/known-subscriptions.ts';
import { type Subscription, subscriptionsAfter } from '../../../domain/delivery/plan.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import type { SubscriptionsAsOf } from '../../../projections/read-models/destinations/account-subscriptions.ts';
import { advanceClock } from '../../support/clock.ts';
import { eventually } from '../../support/eventually.ts';
import { at, configured, type History, recorded, submitted } from '../events.ts';

const test = suite('known subscriptions');

const disabled: History[number] = [
  'destination-x',
  { type: 'DestinationDisabled', data: { reason: { kind: 'operator' }, at } },
];
const removed: History[number] = ['destination-y', { type: 'DestinationRemoved', data: { at } }];
const changes: History = [
  configured('x'),
  submitted('s1'),
  configured('y'),
  disabled,
  submitted('s2'),
  removed,
];
const events = recorded([...changes, submitted('s3')]);

const toldOf = (known: KnownSubscriptions, taken: readonly RecordedEvent[]): string[] =>
  taken
    .flatMap((event) => known.take(event))
    .map(
      ({ subject: { source, destinationId }, isSkipped }) =>
        `${source.stream} -> ${destinationId}${isSkipped ? ' skipped' : ''}`,
    );

/** The subscriptions as the read model shows them after a number of events. */
function shownAfter(count: number): SubscriptionsAsOf {
  const before = events.slice(0, count).filter(({ stream }) => stream.startsWith('destination-'));
  const subscriptions = before.reduce<readonly Subscription[]>(subscriptionsAfter, []);
  return { position: before.at(-1)?.position ?? -1n, subscriptions };
}

/** A read model that shows an account, or holds it back; `asked` counts the loads of accounts. */
function world(shown: SubscriptionsAsOf | null) {
  const asked: string[] = [];
  const model = { shown };
  const known = new KnownSubscriptions(async (ids) => {
    asked.push(...ids);
    return new Map(ids.flatMap((id) => (model.shown ? [[id, model.shown] as const] : [])));
  });
  return { asked, model, known };
}

/** The cache looks at the clock once in a millisecond. */
const untilLoaded = (known: KnownSubscriptions, asked: readonly string[], count: number) =>
  eventually('the account is loaded again', async () => {
    await known.prepare(['a1']);
    return asked.length === count;
  });

const plans = [
  'submission-s1 -> x',
  'submission-s2 -> x skipped',
  'submission-s2 -> y',
  'submission-s3 -> x skipped',
];

test('however far the read model has got, later changes come from the feed, and none is applied twice', async () => {
  for (let count = 0; count <= events.length; count++) {
    const { known } = world(shownAfter(count));
    await known.prepare(['a1']);
    const told = toldOf(known, events);
    const ahead = events.slice(count).map(({ stream }) => stream);
    const expected = plans.filter((plan) => ahead.some((stream) => plan.startsWith(`${stream} `)));
    assert.equal(
      told.filter((plan) => ahead.some((stream) => plan.startsWith(`${stream} `))),
      expected,
      `after ${count} events`,
    );
  }
});

test('each account is loaded once, and nothing is planned before', async () => {
  const { known, asked } = world(shownAfter(0));
  assert.equal(toldOf(known, events), []);
  await known.prepare(['a1', 'a1']);
  await known.prepare(['a1']);
  assert.equal(asked, ['a1']);
  assert.equal(toldOf(known, events), plans);
});

test('an account is loaded again after a minute, and when the feed has left out events', async () => {
  const { known, asked, model } = world(shownAfter(0));
  await known.prepare(['a1']);
  model.shown = shownAfter(1);
  const restoreClock = advanceClock(59_000);
  await known.prepare(['a1']);
  assert.equal([asked.length, toldOf(known, events.slice(1, 2))], [1, []]);
  const restoreAgain = advanceClock(2_000);
  await untilLoaded(known, asked, 2);
  assert.equal(toldOf(known, events.slice(1, 2)), ['submission-s1 -> x']);
  known.forget();
  assert.equal(toldOf(known, events.slice(1, 2)), []);
  await known.prepare(['a1']);
  assert.is(asked.length, 3);
  restoreAgain();
  restoreClock();
});

test('an account that the read model holds back has no plans, until it is shown', async () => {
  const { known, asked, model } = world(null);
  await known.prepare(['a1']);
  assert.equal(toldOf(known, events), []);
  model.shown = shownAfter(6);
  await known.prepare(['a1']);
  assert.is(asked.length, 1);
  const restoreClock = advanceClock(61_000);
  await untilLoaded(known, asked, 2);
  assert.equal(toldOf(known, events.slice(6)), ['submission-s3 -> x skipped']);
  restoreClock();
});

test('an account with an event that cannot be read has no plans; others have', async () => {
  const { known } = world(shownAfter(6));
  await known.prepare(['a1', 'a2']);
  known.distrust('a1');
  await known.prepare(['a1']);
  const other = events.map((event) => ({ ...event, metadata: { ...event.metadata, accountId: 'a2' } }));
  assert.equal(toldOf(known, events.slice(6)), []);
  assert.equal(toldOf(known, other.slice(6)), ['submission-s3 -> x skipped']);
});

test('nothing is planned while the read model cannot be read, and the account is loaded later', async () => {
  let isAway = true;
  const known = new KnownSubscriptions(async (ids) => {
    if (isAway) throw new Error('the store is away');
    return new Map(ids.map((id) => [id, shownAfter(6)]));
  });
  const error = await known.prepare(['a1']).catch((thrown: unknown) => thrown);
  assert.instance(error, Error);
  assert.equal(toldOf(known, events), []);
  isAway = false;
  await known.prepare(['a1']);
  assert.equal(toldOf(known, events.slice(6)), ['submission-s3 -> x skipped']);
});

test('a payment of an earlier release, which does not name its form, is left to the read model', async () => {
  const payment = { id: 'p', provider: 'x', amount: 1, currency: 'EUR', paidAt: at, fieldKey: 'k' };
  const paid = (form: { formId?: string }): History[number] => [
    'submission-s1',
    { type: 'SubmissionPaymentCompleted', data: { payment, ...form, at } },
  ];
  const history: History = [
    configured('x', { events: ['submission.payment_completed'] }),
    submitted('s1'),
    paid({}),
    paid({ formId: 'f1' }),
  ];
  const { known } = world({ position: -1n, subscriptions: [] });
  await known.prepare(['a1']);
  assert.equal(toldOf(known, recorded(history)), ['submission-s1 -> x']);
});

test.run();
