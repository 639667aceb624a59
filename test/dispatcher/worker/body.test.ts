import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type BodySource, renderBody, SourceMissing } from '../../../dispatcher/worker/body.ts';
import type { DeliverySubject } from '../../../domain/delivery/subject.ts';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import type { PresentSubmission } from '../../../domain/submission/present.ts';
import { copiedForm, nameQuestion } from '../../support/forms.ts';

const test = suite('webhook body');

const at = '2026-03-02T12:00:00.000Z';
const form = copiedForm({
  title: 'Steak — wie?',
  slug: 'steak',
  version: 3,
  questions: [
    nameQuestion,
    { fieldId: 'q2', key: 'age', label: 'Age', kind: 'number' },
    { fieldId: 'q3', key: 'name_2', label: 'Name', kind: 'short_text' },
  ],
});
const created: DomainEvent = {
  type: 'SubmissionCreated',
  data: {
    submissionId: 's1',
    accountId: 'a1',
    form: { id: 'f1', revision: 3 },
    answers: ['Zoë', null, 'again'],
    isComplete: true,
    source: 'api',
    requestHash: 'secret of the inside',
    at,
  },
};
const paid: DomainEvent = {
  type: 'SubmissionPaymentCompleted',
  data: {
    payment: { id: 'p1', provider: 'acme', amount: 1250, currency: 'EUR', paidAt: at, fieldKey: 'pay' },
    at,
  },
};
const published: DomainEvent = {
  type: 'FormPublished',
  data: { formId: 'f1', title: 'Steak', slug: 'steak', at },
};

const subject = (changes: Partial<DeliverySubject> = {}): DeliverySubject => ({
  deliveryId: 'd1',
  accountId: 'a1',
  destinationId: 'x1',
  kind: 'submission.created',
  source: { stream: 'submission-s1', revision: 0, position: '7', eventId: 'e1' },
  formId: 'f1',
  submissionId: 's1',
  includedQuestions: [],
  publicUrl: 'https://forms.test',
  at,
  ...changes,
});

/** The source of a body: an event, and the submission that another event of its stream created. */
const sourceOf = (event: DomainEvent, first = event, of: BodySource['form'] = form): BodySource => ({
  event,
  submission: first.type === 'SubmissionCreated' ? first.data : null,
  form: of,
});

const render = (changes: Partial<DeliverySubject>, event: DomainEvent, first = event): unknown =>
  JSON.parse(renderBody(subject(changes), sourceOf(event, first)).toString());

const field = (id: string, key: string, label: string, kind: string, value: unknown) => ({
  id,
  key,
  label,
  kind,
  value,
});
const envelope = {
  event: 'submission.created',
  submission_id: 's1',
  form: 'Steak — wie?',
  form_id: 'f1',
  form_slug: 'steak',
  form_status: 'published',
  is_complete: true,
  created_at: at,
  submitted_at: at,
  answers: { Name: 'Zoë', Age: null, 'Name (2)': 'again' },
  fields: [
    field('q1', 'name', 'Name', 'short_text', 'Zoë'),
    field('q2', 'age', 'Age', 'number', null),
    field('q3', 'name_2', 'Name', 'short_text', 'again'),
  ],
};

test('submission.created: every answer, by label and in order', () => {
  assert.equal(render({}, created), envelope);
});

test('a question that is not included is nowhere in the body', () => {
  assert.equal(render({ includedQuestions: ['Age'] }, created), {
    ...envelope,
    answers: { Age: null },
    fields: [field('q2', 'age', 'Age', 'number', null)],
  });
});

test('a question that is not chosen is nowhere in the body, whatever its label is', () => {
  assert.equal(render({ includedFields: ['q3'] }, created), {
    ...envelope,
    answers: { 'Name (2)': 'again' },
    fields: [field('q3', 'name_2', 'Name', 'short_text', 'again')],
  });
});

test("from body version 3 on, no answer has the label of another question, and all are in the form's order", () => {
  const asking = (...labels: string[]) =>
    copiedForm({
      questions: labels.map((label, n) => ({
        fieldId: `q${n}`,
        key: `k${n}`,
        label,
        kind: 'short_text' as const,
      })),
    });
  const answersOf = (bodyVersion: 2 | 3, ...labels: string[]) => {
    const event = { ...created, data: { ...created.data, answers: labels.map((_, n) => n) } } as DomainEvent;
    const source = sourceOf(event, event, asking(...labels));
    const [, answers = ''] =
      /"answers":(\{.*?\})/.exec(renderBody(subject({ bodyVersion }), source).toString()) ?? [];
    return answers;
  };
  assert.is(answersOf(2, 'A', 'A', 'A (2)'), '{"A":0,"A (2)":1,"A (2) (2)":2}');
  assert.is(answersOf(3, 'A', 'A', 'A (2)'), '{"A":0,"A (3)":1,"A (2)":2}');
  assert.is(answersOf(2, 'x', '10', '2'), '{"2":2,"10":1,"x":0}');
  assert.is(answersOf(3, 'x', '10', '2'), '{"x":0,"10":1,"2":2}');
});

test('submission.payment_completed: the submission, and the payment', () => {
  const kind = 'submission.payment_completed';
  assert.equal(render({ kind }, paid, created), {
    ...envelope,
    event: kind,
    payment: {
      id: 'p1',
      provider: 'acme',
      amount: 1250,
      currency: 'EUR',
      status: 'succeeded',
      paid_at: at,
      field_key: 'pay',
    },
  });
});

const begun: PresentSubmission = {
  submissionId: 's1',
  accountId: 'a1',
  form: { id: 'f1', revision: 1 },
  answers: ['Zoë', null, 'again'],
  isComplete: true,
  source: 'api',
  startedAt: '2026-01-01T00:00:00.000Z',
  at,
};

test('submission.created of a submission that was begun: created when it was begun, submitted when it was complete', () => {
  const { isComplete: _, ...data } = begun;
  const event: DomainEvent = {
    type: 'SubmissionCompleted',
    data: {
      ...data,
      form: { id: 'f1', revision: 1 },
      answers: [...begun.answers],
      startedAt: '2026-01-01T00:00:00.000Z',
      reservation: null,
    },
  } as DomainEvent;
  assert.equal(JSON.parse(renderBody(subject(), { event, submission: begun, form }).toString()), {
    ...envelope,
    created_at: '2026-01-01T00:00:00.000Z',
  });
});

test('submission.corrected: the present answers and since when, without the reason', () => {
  const correctedAt = '2026-05-01T00:00:00.000Z';
  const removed = [{ fieldId: 'q9', key: 'old', label: 'Old', kind: 'short_text', value: 'kept' } as const];
  const event = {
    type: 'SubmissionCorrected',
    data: { ...begun, submittedAt: at, removed, reason: 'She married', by: 'owner', at: correctedAt },
  } as unknown as DomainEvent;
  const submission = { ...begun, removed, correctedAt, corrections: 1 };
  const kind = 'submission.corrected';
  const body = (changes: Partial<DeliverySubject>) =>
    JSON.parse(renderBody(subject({ kind, ...changes }), { event, submission, form }).toString()) as object;
  const expected = {
    ...envelope,
    event: kind,
    created_at: '2026-01-01T00:00:00.000Z',
    removed_fields: [{ id: 'q9', key: 'old', label: 'Old', kind: 'short_text', value: 'kept' }],
    corrected_at: correctedAt,
  };
  assert.equal(body({}), expected);
  const { removed_fields: _, ...without } = expected;
  const chosen = body({ includedFields: ['q1'] });
  assert.equal(Object.keys(chosen), Object.keys(without));
});

test('form.published: the address of the form', () => {
  assert.equal(render({ kind: 'form.published', submissionId: null }, published), {
    event: 'form.published',
    form: 'Steak',
    form_id: 'f1',
    form_slug: 'steak',
    status: 'published',
    url: 'https://forms.test/f/f1',
    published_at: at,
  });
});

test('form.published, from body version 3 on: the address with the slug', () => {
  const body = renderBody(
    subject({ kind: 'form.published', submissionId: null, bodyVersion: 3 }),
    sourceOf(published),
  );
  assert.match(body.toString(), '"url":"https://forms.test/f/steak-f1"');
});

test('the id, time and position of the event come last, with the same names for every kind of webhook', () => {
  const pinged: DomainEvent = {
    type: 'DestinationPinged',
    data: { deliveryId: 'd1', destinationId: 'x1', label: 'CRM', at },
  };
  for (const [kind, event, first] of [
    ['submission.created', created, created],
    ['submission.payment_completed', paid, created],
    ['form.published', published, published],
    ['ping', pinged, pinged],
  ] as const) {
    const bytesOf = (changes: Partial<DeliverySubject>) =>
      renderBody(subject({ kind, ...changes }), sourceOf(event, first)).toString();
    const before = bytesOf({});
    const added = `,"event_id":"e1","occurred_at":"${at}","position":"7"}`;
    assert.is(bytesOf({ bodyVersion: 2 }), before.slice(0, -1) + added, kind);
  }
});

test('version 3 adds the display text to each answer, and keeps the bytes of earlier versions', () => {
  const asked = {
    ...form,
    questions: [
      {
        fieldId: 'q1',
        key: 'drink',
        label: 'Drink',
        kind: 'single_choice' as const,
        options: [{ value: 'tea', label: 'Green tea' }],
      },
      { fieldId: 'q2', key: 'age', label: 'Age', kind: 'number' as const },
    ],
  };
  const { data } = created;
  const event = { ...created, data: { ...data, answers: ['tea', null] } } as DomainEvent;
  const bytesOf = (bodyVersion: 2 | 3) =>
    renderBody(subject({ bodyVersion }), sourceOf(event, event, asked)).toString();
  assert.match(bytesOf(3), '"value":"tea","display":"Green tea"}');
  assert.match(bytesOf(3), '"value":null,"display":null}');
  assert.is(bytesOf(3).replaceAll(/,"display":(null|"[^"]*")/g, ''), bytesOf(2));
});

test('version 3 adds telephone numbers as stored with the submission', () => {
  const questions = [{ fieldId: 'q1', key: 'tel', label: 'Tel', kind: 'phone' as const }];
  const { data } = created;
  const event = {
    ...created,
    data: { ...data, answers: ['0664 1234567'], e164: { q1: '+436641234567' } },
  } as DomainEvent;
  const bytesOf = (bodyVersion: 2 | 3) =>
    renderBody(subject({ bodyVersion }), sourceOf(event, event, { ...form, questions })).toString();
  assert.match(bytesOf(3), '"value":"0664 1234567","display":"0664 1234567","e164":"+436641234567"}');
  assert.match(bytesOf(2), '"value":"0664 1234567"}');
});

test('the same event is rendered to the same bytes', () => {
  const once = renderBody(subject(), sourceOf(created));
  const stored = JSON.parse(JSON.stringify(created)) as typeof created;
  assert.equal(renderBody(subject(), sourceOf(stored)), once);
});

test('an event that does not match the kind of the delivery is not rendered', () => {
  for (const kind of ['submission.created', 'form.published', 'submission.payment_completed'] as const)
    assert.throws(
      () => renderBody(subject({ kind }), sourceOf(paid)),
      (error: unknown) => error instanceof SourceMissing,
    );
});

test.run();
