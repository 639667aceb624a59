import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fold } from '../../../domain/decider.ts';
import {
  needsFirst,
  type Plan,
  planDeliveries,
  planDelivery,
  type Subscription,
  subscriptionOf,
  subscriptionsAfter,
} from '../../../domain/delivery/plan.ts';
import { recordedPlanOf, subjectOf } from '../../../domain/delivery/subject.ts';
import { derivedId } from '../../../domain/derived-id.ts';
import { destination } from '../../../domain/destination/decider.ts';
import { type DestinationSettings, webhookKinds } from '../../../domain/destination/events.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import { at, configured, type History, recorded, submitted } from '../../dispatcher/events.ts';

const test = suite('plans of deliveries');

/** Plans the deliveries of each event of an account by the subscriptions as of the event. */
function planned(history: History): Plan[] {
  const events = recorded(history);
  let subscriptions: readonly Subscription[] = [];
  const plans: Plan[] = [];
  for (const event of events) {
    subscriptions = subscriptionsAfter(subscriptions, event);
    plans.push(...planDeliveries(subscriptions, event, firstFor(events, event)));
  }
  return plans;
}

const firstFor = (events: readonly RecordedEvent[], event: RecordedEvent): RecordedEvent | null =>
  needsFirst(event) ? (events.find(({ stream }) => stream === event.stream) ?? null) : null;

/** The plans as `event -> destination`, with a note where the delivery is skipped. */
const plansOf = (history: History) =>
  planned(history).map(
    ({ subject, isSkipped }) =>
      `${subject.kind} ${subject.source.eventId} -> ${subject.destinationId}${isSkipped ? ' skipped' : ''}`,
  );

const published: History[number] = [
  'form-f1',
  { type: 'FormPublished', data: { formId: 'f1', title: 'Form', slug: 'form', at } },
];
const payment = { id: 'p', provider: 'x', amount: 1, currency: 'EUR', paidAt: at, fieldKey: 'k' };
/** A payment of `s1` as earlier releases stored it; with a form as this release does. */
const paid = (form: { formId?: string } = {}): History[number] => [
  'submission-s1',
  { type: 'SubmissionPaymentCompleted', data: { payment, ...form, at } },
];
const enabled: History[number] = ['destination-x', { type: 'DestinationEnabled', data: { at } }];
const disabled: History[number] = [
  'destination-x',
  { type: 'DestinationDisabled', data: { reason: { kind: 'operator' }, at } },
];
const removed: History[number] = ['destination-x', { type: 'DestinationRemoved', data: { at } }];
const pinged: History[number] = [
  'destination-x',
  { type: 'DestinationPinged', data: { deliveryId: 'p1', destinationId: 'x', label: 'X', at } },
];
const changed = (settings: Partial<DestinationSettings>): History[number] => [
  'destination-x',
  { type: 'DestinationChanged', data: { settings, at } },
];

test('plans a delivery of a submission for every subscribed destination, with its data', () => {
  const plans = planned([
    configured('x', { includedQuestions: ['Name'] }),
    configured('y', { events: ['form.published'] }),
    configured('z'),
    submitted('s1'),
  ]);
  assert.equal(
    plans.map(({ subject }) => subject.destinationId),
    ['x', 'z'],
  );
  assert.equal(plans[0], {
    subject: {
      deliveryId: derivedId('e3', 'x'),
      accountId: 'a1',
      destinationId: 'x',
      kind: 'submission.created',
      source: { stream: 'submission-s1', revision: 0, position: '30', eventId: 'e3' },
      bodyVersion: 3,
      formId: 'f1',
      submissionId: 's1',
      includedQuestions: ['Name'],
      at,
    },
    isSkipped: false,
  });
});

test('a plan has the fields of its form that were chosen at the time of the event', () => {
  const includedFields = [
    { formId: 'f1', fieldIds: ['q1'] },
    { formId: 'f2', fieldIds: ['q2'] },
  ];
  const plans = planned([
    configured('x', { includedFields }),
    submitted('s1'),
    submitted('s2', 'f3'),
    changed({ includedFields: null }),
    submitted('s3'),
  ]);
  assert.equal(
    plans.map(({ subject }) => subject.includedFields ?? null),
    [['q1'], [], null],
  );
});

test('plans each kind of webhook, and nothing else', () => {
  const all = configured('x', { events: [...webhookKinds] });
  assert.equal(plansOf([all, submitted('s1'), paid(), published]), [
    'submission.created e1 -> x',
    'submission.payment_completed e2 -> x',
    'form.published e3 -> x',
  ]);
  assert.equal(plansOf([all, ['form-f1', { type: 'FormClosed', data: { at } }]]), []);
});

test('an incomplete submission triggers no webhook', () => {
  assert.equal(plansOf([configured('x'), submitted('s1', 'f1', false)]), []);
});

test('a plan uses the destinations as of the event', () => {
  const history = [submitted('s0'), configured('x'), submitted('s1'), disabled, submitted('s2')];
  assert.equal(plansOf([...history, enabled, submitted('s3'), removed, submitted('s4')]), [
    'submission.created e2 -> x',
    'submission.created e4 -> x skipped',
    'submission.created e6 -> x',
  ]);
});

test('the deliveries to a destination that starts disabled are skipped', () => {
  assert.equal(plansOf([configured('x', { enabled: false }), submitted('s1')]), [
    'submission.created e1 -> x skipped',
  ]);
});

test("a destination of one form receives that form's events only", () => {
  const events = [...webhookKinds];
  const history = [configured('x', { formId: 'f1', events }), configured('y', { formId: 'f2', events })];
  assert.equal(plansOf([...history, submitted('s1', 'f1'), published, submitted('s2', 'f2')]), [
    'submission.created e2 -> x',
    'form.published e3 -> x',
    'submission.created e4 -> y',
  ]);
});

for (const [what, confirmed] of [
  ['that it names', paid({ formId: 'f1' })],
  ["that the submission's first event names, for a payment of earlier releases", paid()],
] as const)
  test(`a payment is planned for the destinations of the form ${what}`, () => {
    const events = ['submission.payment_completed' as const];
    const includedFields = [{ formId: 'f1', fieldIds: ['q1'] }];
    const history = [
      configured('x', { formId: 'f1', events }),
      configured('y', { events, includedFields }),
      configured('z', { formId: 'f2', events }),
    ];
    const plans = planned([...history, submitted('s1'), confirmed]);
    assert.equal(
      plans.map(({ subject }) => [subject.destinationId, subject.formId, subject.includedFields]),
      [
        ['x', 'f1', undefined],
        ['y', 'f1', ['q1']],
      ],
    );
  });

test('the first event of a stream is needed for a payment that does not name its form, and for nothing else', () => {
  const events = recorded([submitted('s1'), paid(), paid({ formId: 'f1' }), published, configured('x')]);
  assert.equal(events.map(needsFirst), [false, true, false, false, false]);
  const history = [configured('x', { events: ['submission.payment_completed'] }), paid()];
  assert.equal(plansOf(history), [], 'a payment whose submission is erased has no deliveries');
});

test('a ping is sent to its destination only, even to a disabled one or one without forms', () => {
  const history = [configured('x', { formId: 'f1' }), configured('y'), disabled, pinged];
  assert.equal(planned(history), [
    {
      subject: {
        deliveryId: 'p1',
        accountId: 'a1',
        destinationId: 'x',
        kind: 'ping',
        source: { stream: 'destination-x', revision: 2, position: '30', eventId: 'e3' },
        bodyVersion: 3,
        formId: null,
        submissionId: null,
        includedQuestions: [],
        at,
      },
      isSkipped: false,
    },
  ]);
});

test('a change of events, form or questions applies to later events', () => {
  const history = [configured('x'), configured('y'), submitted('s1')];
  assert.equal(
    plansOf([
      ...history,
      changed({ url: 'https://elsewhere.test/', concurrency: 1 }),
      submitted('s2'),
      changed({ events: ['form.published'] }),
      submitted('s3'),
      published,
      changed({ events: ['submission.created'], formId: 'f2' }),
      submitted('s4'),
      submitted('s5', 'f2'),
      changed({ formId: null }),
      submitted('s6'),
    ]).filter((plan) => plan.endsWith('x')),
    [
      'submission.created e2 -> x',
      'submission.created e4 -> x',
      'form.published e7 -> x',
      'submission.created e10 -> x',
      'submission.created e12 -> x',
    ],
  );
  const plans = planned([...history, changed({ includedQuestions: ['Name'] }), submitted('s2')]);
  assert.equal(
    plans.map(({ subject }) => `${subject.destinationId} ${subject.includedQuestions.join()}`),
    ['x ', 'y ', 'x Name', 'y '],
  );
});

test('the same history plans the same deliveries', () => {
  const history = [configured('x'), submitted('s1'), submitted('s2')];
  assert.equal(planned(history), planned(history));
});

/** Every change of a destination, between events of each kind. */
const eventful: History = [
  configured('x', { includedFields: [{ formId: 'f1', fieldIds: ['q1'] }], events: [...webhookKinds] }),
  submitted('s1'),
  paid(),
  disabled,
  submitted('s2'),
  pinged,
  enabled,
  changed({ formId: 'f2', includedQuestions: ['Name'], includedFields: null }),
  submitted('s3'),
  submitted('s4', 'f2'),
  changed({ formId: null, events: ['form.published'], label: 'other' }),
  published,
  submitted('s5'),
  removed,
  published,
];

test('the destination as of an event gives the same plan as the subscriptions of the account', () => {
  const events = recorded(eventful);
  const alone = events.flatMap((source, index) => {
    const own = events.slice(0, index + 1).filter(({ stream }) => stream === 'destination-x');
    const state = fold(
      destination,
      destination.initial,
      own.map(({ event }) => event as Parameters<typeof destination.evolve>[1]),
    );
    const subscription = state.exists ? subscriptionOf(state) : null;
    return (subscription && planDelivery(subscription, source, firstFor(events, source))) ?? [];
  });
  const together = planned(eventful);
  assert.is(together.length, 6);
  assert.equal(
    alone,
    together.filter(({ subject }) => subject.kind !== 'ping'),
  );
});

test('a plan in the first event of a delivery gives the subject again', () => {
  for (const { subject: plan } of planned(eventful)) {
    const subject = { ...plan, publicUrl: 'https://forms.test' };
    assert.equal(subjectOf(recordedPlanOf(subject)), subject);
  }
});

test.run();
