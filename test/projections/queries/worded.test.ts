import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import type { FieldDefinition } from '../../../domain/form/field.ts';
import { say, subject } from '../../../domain/sentences/sentence.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import { openFormDefinitions } from '../../../log/form-definitions.ts';
import { type Aspect, wordedChanges } from '../../../projections/queries/worded/aspects.ts';
import { openNames, textOf } from '../../../projections/queries/worded/names.ts';
import { wordedHistories } from '../../../projections/queries/worded/worded-history.ts';

const test = suite('histories in words');

const at = '2026-03-01T12:00:00.000Z';
const ada = { kind: 'operator', id: 'ada' } as const;
const grace = { kind: 'key', id: 'key-1' } as const;

type Given = readonly [stream: string, event: DomainEvent, actor?: RecordedEvent['metadata']['actor']];

/** A log with these events, at the positions 0, 10, 20 …, a day apart. */
function logOf(given: readonly Given[]) {
  const revisions = new Map<string, number>();
  const events = given.map(([stream, event, actor = ada], index): RecordedEvent => {
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    return {
      id: `e${index}`,
      event,
      stream,
      revision,
      position: BigInt(index * 10),
      recordedAt: new Date(Date.parse(at) + index * 86_400_000),
      metadata: { accountId: 'acme', actor, correlationId: 'r', causationId: 'r' },
    };
  });
  return {
    async *readStream(stream: string, from = 0) {
      yield* events.filter((one) => one.stream === stream && one.revision >= from);
    },
  };
}

const field = (id: string, label: string, others: Partial<FieldDefinition> = {}): FieldDefinition => ({
  id,
  key: id,
  label,
  kind: 'short_text',
  required: false,
  position: 0,
  hidden: false,
  ...others,
});

const created = (title: string, fields: readonly FieldDefinition[]): DomainEvent => ({
  type: 'FormCreated',
  data: {
    formId: 'f',
    accountId: 'acme',
    title,
    description: '',
    slug: 'f',
    fields: [...fields],
    at,
  },
});

const wordedBy = (given: readonly Given[]) => {
  const log = logOf(given);
  return wordedHistories({ log, definitions: openFormDefinitions(log) });
};

test('given a renamed form, each sentence has the title of its time', async () => {
  const names = openNames(
    logOf([
      ['form-f', created('Poll', [])],
      ['form-f', { type: 'FormDetailsChanged', data: { title: 'Feedback', at } }],
    ]),
  );
  const sentence = say`It is ${subject('form', 'f')}, and ${subject('form', 'none')} has no name.`;
  assert.is(textOf(await names.in(sentence, 5n)), 'It is “Poll”, and none has no name.');
  assert.is(textOf(await names.in(sentence, 10n)), 'It is “Feedback”, and none has no name.');
});

test('given changed questions, then labels are shown before and after, and no ids', async () => {
  const drink = field('q2', 'A drink', {
    kind: 'single_choice',
    options: [
      { value: 't', label: 'Tea' },
      { value: 'c', label: 'Coffee' },
    ],
  });
  const changed = { ...drink, options: [{ value: 't', label: 'Green tea' }] };
  const worded = wordedBy([
    ['form-f', created('Poll', [field('q1', 'Name'), drink, field('q3', 'Why?')])],
    [
      'form-f',
      {
        type: 'FormFieldsChanged',
        data: { fields: [changed, field('q1', 'Name', { required: true }), field('q4', 'Age')], at },
      },
    ],
  ]);
  const { events } = await worded.page('forms', 'f', { limit: 10 });
  assert.equal(events[0]?.changes, [
    { label: 'Question “A drink”: Choices', before: 'Tea\nCoffee', after: 'Green tea' },
    { label: 'Question “Name”: Required', before: 'No', after: 'Yes' },
    { label: 'Question “Age”', before: null, after: 'Label: Age\nKind: Short text\nRequired: No' },
    { label: 'Question “Why?”', before: 'Label: Why?\nKind: Short text\nRequired: No', after: null },
    { label: 'Order of the questions', before: 'Name\nA drink', after: 'A drink\nName' },
  ]);
  assert.is(events[1]?.isBeginning, true);
});

test('given a correction, then answers are shown as people saw them', async () => {
  const fee = field('q2', 'Fee', { kind: 'payment' });
  const choice = field('q3', 'Tea?', { kind: 'yes_no' });
  const submission = {
    submissionId: 's',
    accountId: 'acme',
    form: { id: 'f', revision: 0 },
    source: 'api' as const,
    at,
  };
  const worded = wordedBy([
    ['form-f', created('Poll', [field('q1', 'Name'), fee, choice])],
    [
      'submission-s',
      {
        type: 'SubmissionCreated',
        data: { ...submission, answers: ['Ada', { amount: 1250, currency: 'EUR' }, true], isComplete: true },
      },
      grace,
    ],
    [
      'submission-s',
      {
        type: 'SubmissionCorrected',
        data: {
          ...submission,
          answers: ['Grace', { amount: 1300, currency: 'EUR' }, true],
          submittedAt: at,
          reason: null,
          by: 'owner',
        },
      },
    ],
  ]);
  const { events } = await worded.page('submissions', 's', { limit: 1 });
  assert.is(textOf(events[0]?.sentence ?? []), 'Operator ada corrected the answers to the form “Poll”.');
  assert.equal(events[0]?.changes, [
    { label: 'Answer to “Name”', before: 'Ada', after: 'Grace' },
    { label: 'Answer to “Fee”', before: '12.50 EUR', after: '13.00 EUR' },
  ]);
});

const many = wordedBy([
  ['form-f', created('Poll', [])],
  ['form-f', { type: 'FormDetailsChanged', data: { title: 'A', at } }, grace],
  ['form-f', { type: 'FormDetailsChanged', data: { title: 'B', at } }],
  ['form-f', { type: 'FormClosed', data: { at } }],
]);
const revisionsOf = (events: readonly { event: RecordedEvent }[]) =>
  events.map(({ event }) => event.revision);

test('a page has the newest events first, and the next begins before its last', async () => {
  const first = await many.page('forms', 'f', { limit: 3 });
  assert.equal([revisionsOf(first.events), first.before, first.last], [[3, 2, 1], 1, 3]);
  const second = await many.page('forms', 'f', { limit: 3, before: 1 });
  assert.equal([revisionsOf(second.events), second.before], [[0], null]);
  assert.equal(first.actors, [ada, grace]);
});

test('events are chosen by person, kind and day; their changes follow from all events', async () => {
  const byPerson = await many.page('forms', 'f', { limit: 9, by: 'key:key-1' });
  assert.equal(revisionsOf(byPerson.events), [1]);
  const settings = await many.page('forms', 'f', { limit: 9, kind: 'settings' });
  assert.equal(revisionsOf(settings.events), [2, 1]);
  const days = { since: new Date('2026-03-03T00:00:00Z'), until: new Date('2026-03-04T00:00:00Z') };
  const chosen = await many.page('forms', 'f', { limit: 9, ...days });
  assert.equal(revisionsOf(chosen.events), [2]);
  assert.equal(chosen.events[0]?.changes, [{ label: 'Title', before: 'A', after: 'B' }]);
});

test('an export has the same events, oldest first', async () => {
  const all: number[] = [];
  for await (const { event } of many.all('forms', 'f', { by: 'operator:ada' })) all.push(event.revision);
  assert.equal(all, [0, 2, 3]);
});

test('a property without a value before or after is a change from or to nothing', () => {
  const aspect = (id: string, text: string | null): Aspect => ({ id, label: id, text });
  assert.equal(wordedChanges([aspect('a', 'x'), aspect('b', null)], [aspect('b', 'y'), aspect('c', null)]), [
    { label: 'b', before: null, after: 'y' },
    { label: 'a', before: 'x', after: null },
  ]);
});

test.run();
