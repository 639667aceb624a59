import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { describeChanges } from '../../../domain/form/describe-changes.ts';
import type { FieldDefinition, FieldInput } from '../../../domain/form/field.ts';
import { type FormChange, relevantChanges } from '../../../domain/form/relevant-changes.ts';
import { fieldsOf, optionsOf } from '../../support/fields.ts';

const test = suite('changes of a form that affect answers');

const abc = optionsOf('a', 'b', 'c');
const yesNo: FieldInput = { label: 'I want the newsletter', kind: 'yes_no' };
const drink: FieldInput = { label: 'Drink', kind: 'single_choice', options: abc };
const order: FieldInput = { label: 'Order', kind: 'ranking', options: abc };
const grid: FieldInput = { label: 'Days', kind: 'matrix', options: abc, rows: optionsOf('x', 'y') };
const name: FieldInput = { label: 'Name', kind: 'short_text' };
const terms: FieldInput = { label: 'We keep it secret.', kind: 'statement' };
const campaign: FieldInput = { label: 'Campaign', kind: 'hidden', default_value: 'spring' };
const relabelled = (value: string, label: string) =>
  abc.map((option) => (option.value === value ? { value, label } : option));

type What = FormChange['aspect'];
interface Case {
  readonly because: string;
  readonly shown: FieldInput | null;
  readonly now: FieldInput | null;
  /** The answer; absent for a question that was left open. */
  readonly answer?: unknown;
  readonly matters: What | false;
}

/** One question as it was shown and as it is now, null for none; and its answer. */
const table: readonly Case[] = [
  // Wording
  {
    because: 'the label says the opposite',
    shown: yesNo,
    now: { ...yesNo, label: 'I do NOT want it' },
    answer: true,
    matters: 'question',
  },
  {
    because: 'so does leaving it open',
    shown: yesNo,
    now: { ...yesNo, label: 'I do NOT want it' },
    matters: 'question',
  },
  {
    because: 'a letter can change a word',
    shown: name,
    now: { ...name, label: 'Fame' },
    answer: 'Ada',
    matters: 'question',
  },
  {
    because: 'blanks are no words',
    shown: name,
    now: { ...name, label: ' Name\n' },
    answer: 'Ada',
    matters: false,
  },
  {
    because: 'it looks the same',
    shown: { ...name, label: 'Stra\u00dfe \u00e9' },
    now: { ...name, label: 'Stra\u00dfe e\u0301' },
    answer: 'x',
    matters: false,
  },
  {
    because: 'help says what is asked',
    shown: { ...name, help_text: 'In euros' },
    now: { ...name, help_text: 'In cents' },
    answer: 'x',
    matters: 'question',
  },
  {
    because: 'new help, too',
    shown: name,
    now: { ...name, help_text: 'Of your employer' },
    answer: 'x',
    matters: 'question',
  },
  {
    because: 'a placeholder is an example',
    shown: name,
    now: { ...name, placeholder: 'Ada' },
    answer: 'x',
    matters: false,
  },
  // Kinds
  {
    because: 'another kind',
    shown: name,
    now: { ...name, kind: 'email' },
    answer: 'ada@example.org',
    matters: 'kind',
  },
  {
    because: 'a list shows the same choices in another way',
    shown: drink,
    now: { ...drink, kind: 'dropdown' },
    answer: 'a',
    matters: 'kind',
  },
  // Choices
  {
    because: 'the choice has another label',
    shown: drink,
    now: { ...drink, options: relabelled('a', 'Tea') },
    answer: 'a',
    matters: 'choices',
  },
  {
    because: 'not to choose it was an answer, too',
    shown: drink,
    now: { ...drink, options: relabelled('a', 'Tea') },
    answer: 'b',
    matters: 'choices',
  },
  {
    because: 'the choice is gone',
    shown: drink,
    now: { ...drink, options: optionsOf('b', 'c') },
    answer: 'a',
    matters: 'unfit',
  },
  {
    because: 'nobody chose what is gone',
    shown: drink,
    now: { ...drink, options: optionsOf('b', 'c') },
    answer: 'b',
    matters: false,
  },
  {
    because: 'a new choice changes no other',
    shown: drink,
    now: { ...drink, options: optionsOf('a', 'b', 'c', 'd') },
    answer: 'a',
    matters: false,
  },
  {
    because: 'choices are values',
    shown: drink,
    now: { ...drink, options: abc.toReversed() },
    answer: 'a',
    matters: false,
  },
  {
    because: 'places depend on all that is ranked',
    shown: order,
    now: { ...order, options: optionsOf('a', 'b', 'c', 'd') },
    answer: ['a', 'b', 'c'],
    matters: 'choices',
  },
  {
    because: 'fewer to rank',
    shown: order,
    now: { ...order, options: optionsOf('a', 'b') },
    answer: ['a', 'b'],
    matters: 'choices',
  },
  {
    because: 'places do not depend on how they are listed',
    shown: order,
    now: { ...order, options: abc.toReversed() },
    answer: ['a', 'b'],
    matters: false,
  },
  {
    because: 'a column has another label',
    shown: grid,
    now: { ...grid, options: relabelled('a', 'Tea') },
    answer: { x: 'a' },
    matters: 'choices',
  },
  {
    because: 'a row has another label',
    shown: grid,
    now: { ...grid, rows: [{ value: 'x', label: 'X!' }] },
    answer: { x: 'a' },
    matters: 'choices',
  },
  {
    because: 'the row is gone',
    shown: grid,
    now: { ...grid, rows: optionsOf('y') },
    answer: { x: 'a' },
    matters: 'unfit',
  },
  {
    because: 'nobody answered the row',
    shown: grid,
    now: { ...grid, rows: optionsOf('x') },
    answer: { x: 'a' },
    matters: false,
  },
  {
    because: 'a new row may stay open',
    shown: grid,
    now: { ...grid, rows: optionsOf('x', 'y', 'z') },
    answer: { x: 'a' },
    matters: false,
  },
  {
    because: 'a new row must be answered',
    shown: { ...grid, required: true },
    now: { ...grid, required: true, rows: optionsOf('x', 'y', 'z') },
    answer: { x: 'a', y: 'b' },
    matters: 'unfit',
  },
  // Rules
  {
    because: '4 of 5 is not 4 of 10',
    shown: { ...name, kind: 'rating' },
    now: { ...name, kind: 'rating', validation: { max: 10 } },
    answer: 4,
    matters: 'steps',
  },
  {
    because: '4 of 5 means the opposite',
    shown: { ...name, kind: 'rating', low_label: 'Bad', high_label: 'Good' },
    now: { ...name, kind: 'rating', low_label: 'Good', high_label: 'Bad' },
    answer: 4,
    matters: 'steps',
  },
  {
    because: 'it is the scale of before',
    shown: { ...name, kind: 'scale' },
    now: { ...name, kind: 'scale', validation: { min: 0, max: 10 } },
    answer: 4,
    matters: false,
  },
  {
    because: 'it is too long now',
    shown: name,
    now: { ...name, validation: { max_length: 2 } },
    answer: 'Ada',
    matters: 'unfit',
  },
  {
    because: 'it still fits',
    shown: name,
    now: { ...name, validation: { max_length: 3 } },
    answer: 'Ada',
    matters: false,
  },
  {
    because: 'a pattern it does not match',
    shown: name,
    now: { ...name, validation: { pattern: '[0-9]+' } },
    answer: 'Ada',
    matters: 'unfit',
  },
  {
    because: 'it never fitted',
    shown: { ...name, kind: 'email' },
    now: { ...name, kind: 'email', validation: { max_length: 6 } },
    answer: 'no mail',
    matters: false,
  },
  {
    because: 'wider rules',
    shown: { ...name, validation: { max_length: 3 } },
    now: name,
    answer: 'Ada',
    matters: false,
  },
  // Required
  { because: 'it was left open', shown: name, now: { ...name, required: true }, matters: 'required' },
  {
    because: 'it was answered',
    shown: name,
    now: { ...name, required: true },
    answer: 'Ada',
    matters: false,
  },
  {
    because: 'no longer required',
    shown: { ...name, required: true },
    now: name,
    answer: 'Ada',
    matters: false,
  },
  {
    because: 'consent that was refused',
    shown: { ...name, kind: 'consent' },
    now: { ...name, kind: 'consent', required: true },
    answer: false,
    matters: 'unfit',
  },
  {
    because: 'a default is what a page begins with',
    shown: name,
    now: { ...name, default_value: 'Eve' },
    answer: 'Ada',
    matters: false,
  },
  {
    because: 'the default answered it',
    shown: { ...name, default_value: 'Eve' },
    now: { ...name, default_value: 'Eve', required: true },
    matters: false,
  },
  // Fields that come and go
  { because: 'the answer has no question', shown: name, now: null, answer: 'Ada', matters: 'removed' },
  { because: 'nothing was answered', shown: name, now: null, matters: false },
  { because: 'a blank is no answer', shown: name, now: null, answer: ' ', matters: false },
  {
    because: 'people no longer see it',
    shown: name,
    now: { ...name, hidden: true },
    answer: 'Ada',
    matters: 'removed',
  },
  {
    because: 'nobody saw it',
    shown: { ...name, hidden: true },
    now: { ...name, required: true },
    matters: 'added',
  },
  { because: 'it may stay open', shown: null, now: name, matters: false },
  { because: 'it must be answered', shown: null, now: { ...name, required: true }, matters: 'added' },
  {
    because: 'nobody has looked at its default',
    shown: null,
    now: { ...name, required: true, default_value: 'x' },
    matters: 'added',
  },
  // Hidden fields
  {
    because: 'people read nothing of it',
    shown: campaign,
    now: { ...campaign, label: 'Source', default_value: 'summer' },
    matters: false,
  },
  { because: 'a client gave a value', shown: campaign, now: null, answer: 'mail', matters: 'removed' },
  { because: 'nobody gave a value', shown: campaign, now: null, matters: false },
  { because: 'the form gives the value', shown: null, now: { ...campaign, required: true }, matters: false },
  // Statements
  {
    because: 'it may hold terms',
    shown: terms,
    now: { ...terms, label: 'We publish it.' },
    matters: 'statement',
  },
  { because: 'new terms', shown: null, now: terms, matters: 'statement' },
  { because: 'less to read', shown: terms, now: null, matters: false },
];

const keyed = (input: FieldInput | null): FieldDefinition[] =>
  input === null ? [] : fieldsOf({ ...input, key: 'q' }).map((field) => ({ ...field, id: 'q' }));

const beside = fieldsOf({ key: 'other', label: 'Other', kind: 'short_text' }).map((field) => ({
  ...field,
  id: 'o',
}));

for (const { because, shown, now, answer, matters } of table)
  test(`${matters === false ? 'does not matter' : `matters (${matters})`}: ${because}`, () => {
    const answers = new Map(answer === undefined ? [] : [['q', answer]]);
    const of = (input: FieldInput | null) => ({ description: '', fields: [...keyed(input), ...beside] });
    const changes = relevantChanges(of(shown), of(now), answers);
    assert.equal(
      changes.map(({ aspect }) => aspect),
      matters === false ? [] : [matters],
    );
  });

test('a changed description counts, a changed order does not', () => {
  const fields = [...keyed(name), ...beside];
  const was = { description: 'Your answers stay here.', fields };
  const whats = (description: string, now = fields) =>
    relevantChanges(was, { description, fields: now }, new Map()).map(({ aspect }) => aspect);
  assert.equal(whats('Your answers are published.'), ['description']);
  assert.equal(whats(' Your answers  stay here. '), []);
  assert.equal(whats(was.description, fields.toReversed()), []);
});

test('all changes are named', () => {
  const was = { description: '', fields: [...keyed(yesNo), ...beside] };
  const fields = [
    ...keyed({ ...yesNo, label: 'I do NOT want the newsletter' }),
    ...fieldsOf({ label: 'E-mail', kind: 'email', required: true }).map((field) => ({ ...field, id: 'new' })),
  ];
  const changes = relevantChanges(was, { description: '', fields }, new Map([['o', 'x']]));
  assert.is(
    describeChanges(changes),
    'The question "I want the newsletter" is now "I do NOT want the newsletter". ' +
      'The question "E-mail" is new and requires an answer. The question "Other" is no longer asked.',
  );
});

test('the message about many changes is short', () => {
  const fields = fieldsOf(
    ...Array.from({ length: 400 }, (_, n) => ({
      label: `${'long '.repeat(40)}${n}`,
      kind: 'statement' as const,
    })),
  );
  const changes = relevantChanges({ description: '', fields: [] }, { description: '', fields }, new Map());
  assert.is(changes.length, 400);
  assert.ok(describeChanges(changes).length < 2_000);
  assert.match(describeChanges(changes), 'There are 390 more changes.');
});

test.run();
