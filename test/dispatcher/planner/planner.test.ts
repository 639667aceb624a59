import { BSON } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { planner } from '../../../dispatcher/planner/planner.ts';
import { type DestinationSettings, webhookKinds } from '../../../domain/destination/events.ts';
import { maxDestinations, maxQuestionBytes } from '../../../domain/destination/limits.ts';
import { derivedId } from '../../../log/ids.ts';
import { documentsOf } from '../../projections/documents-of.ts';
import { actionsOf, at, configured, type History, submitted } from '../events.ts';

const test = suite('planner');

/** What is planned, as `event -> destination`, with a note where it is skipped or depends on the form. */
const plansOf = (history: History) =>
  actionsOf(planner, history).actions.map(
    ({ subject, skip, onlyForm }) =>
      `${subject.kind} ${subject.source.eventId} -> ${subject.destinationId}` +
      (skip ? ' skipped' : '') +
      (subject.formId === null && onlyForm !== null ? ` if ${onlyForm}` : ''),
  );

const published: History[number] = [
  'form-f1',
  { type: 'FormPublished', data: { formId: 'f1', title: 'Form', slug: 'form', at } },
];
const paid: History[number] = [
  'submission-s1',
  {
    type: 'SubmissionPaymentCompleted',
    data: {
      payment: { id: 'p', provider: 'x', amount: 1, currency: 'EUR', paidAt: at, fieldKey: 'k' },
      at,
    },
  },
];
const enabled: History[number] = ['destination-x', { type: 'DestinationEnabled', data: { at } }];
const disabled: History[number] = [
  'destination-x',
  { type: 'DestinationDisabled', data: { reason: { kind: 'operator' }, at } },
];
const removed: History[number] = ['destination-x', { type: 'DestinationRemoved', data: { at } }];

test("the maximum of destinations with the longest texts takes at most half of MongoDB's document limit", () => {
  const each = Math.floor(maxQuestionBytes / 500);
  const includedQuestions = Array.from({ length: 500 }, (_, n) => String(n).padEnd(each, 'x'));
  const events = [...webhookKinds];
  const history = Array.from({ length: maxDestinations }, (_, n) =>
    configured(String(n).padStart(20, '0'), { includedQuestions, events, formId: 'f'.padEnd(20, '0') }),
  );
  const doc = documentsOf(planner, ...history.map(([stream, event]) => ({ stream, event })))['acme'];
  assert.ok(doc);
  const size = BSON.calculateObjectSize(doc);
  assert.ok(size > 6 * 2 ** 20, String(size));
  assert.ok(size <= 8 * 2 ** 20, String(size));
});

test('plans a delivery of a submission for every subscribed destination, with its data', () => {
  const { actions } = actionsOf(planner, [
    configured('x', { includedQuestions: ['Name'] }),
    configured('y', { events: ['form.published'] }),
    configured('z'),
    submitted('s1'),
  ]);
  assert.equal(
    actions.map(({ subject }) => subject.destinationId),
    ['x', 'z'],
  );
  assert.equal(actions[0], {
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
    onlyForm: null,
    fields: null,
    skip: false,
    correlationId: 'c3',
  });
});

test('a plan has the fields that were chosen at the time of the event', () => {
  const includedFields = [{ formId: 'f1', fieldIds: ['q1'] }];
  const { actions } = actionsOf(planner, [
    configured('x', { includedFields }),
    submitted('s1'),
    ['destination-x', { type: 'DestinationChanged', data: { settings: { includedFields: null }, at } }],
    submitted('s2'),
  ]);
  assert.equal(
    actions.map(({ fields }) => fields),
    [includedFields, null],
  );
});

test('plans each kind of webhook, and nothing else', () => {
  assert.equal(plansOf([configured('x', { events: [...webhookKinds] }), submitted('s1'), paid, published]), [
    'submission.created e1 -> x',
    'submission.payment_completed e2 -> x',
    'form.published e3 -> x',
  ]);
  assert.equal(
    plansOf([
      configured('x', { events: [...webhookKinds] }),
      ['form-f1', { type: 'FormClosed', data: { at } }],
    ]),
    [],
  );
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

test('a destination that starts disabled has its deliveries recorded as skipped', () => {
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

test('the form of a payment is looked up when the plan is performed', () => {
  const events = ['submission.payment_completed' as const];
  const history = [configured('x', { formId: 'f1', events }), configured('y', { events })];
  assert.equal(plansOf([...history, submitted('s1'), paid]), [
    'submission.payment_completed e3 -> x if f1',
    'submission.payment_completed e3 -> y',
  ]);
});

const pinged: History[number] = [
  'destination-x',
  { type: 'DestinationPinged', data: { deliveryId: 'p1', destinationId: 'x', label: 'X', at } },
];

test('a ping is sent to its destination only, even to a disabled one or one without forms', () => {
  const history = [configured('x', { formId: 'f1' }), configured('y'), disabled, pinged];
  const { actions } = actionsOf(planner, history);
  assert.equal(actions, [
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
      onlyForm: null,
      fields: null,
      skip: false,
      correlationId: 'c3',
    },
  ]);
});

test('a change of events, form or questions applies to later events', () => {
  const change = (settings: Partial<DestinationSettings>): History[number] => [
    'destination-x',
    { type: 'DestinationChanged', data: { settings, at } },
  ];
  const history = [configured('x'), configured('y'), submitted('s1')];
  assert.equal(
    plansOf([
      ...history,
      change({ url: 'https://elsewhere.test/', concurrency: 1 }),
      submitted('s2'),
      change({ events: ['form.published'] }),
      submitted('s3'),
      published,
      change({ events: ['submission.created'], formId: 'f2' }),
      submitted('s4'),
      submitted('s5', 'f2'),
      change({ formId: null }),
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
  const { actions } = actionsOf(planner, [
    ...history,
    change({ includedQuestions: ['Name'] }),
    submitted('s2'),
  ]);
  assert.equal(
    actions.map(({ subject }) => `${subject.destinationId} ${subject.includedQuestions.join()}`),
    ['x ', 'y ', 'x Name', 'y '],
  );
});

test('the same history plans the same deliveries', () => {
  const history = [configured('x'), submitted('s1'), submitted('s2')];
  assert.equal(actionsOf(planner, history), actionsOf(planner, history));
});

test.run();
