import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { askedQuestions } from '../../../domain/form/definition.ts';
import type { FieldDefinition, FieldInput } from '../../../domain/form/field.ts';
import { labelledAnswers } from '../../../domain/submission/labelled.ts';
import { resolveAnswers } from '../../../domain/submission/resolve-answers.ts';
import { briefly, fieldsOf, optionsOf } from '../../support/fields.ts';

const test = suite('resolving answers');

const ask = (label: string, more: Partial<FieldInput> = {}): FieldInput => ({
  label,
  kind: 'short_text',
  ...more,
});

/** The recorded values in order, or what is wrong. */
function read(fields: readonly FieldDefinition[], answers: Record<string, unknown>): unknown[] {
  const result = resolveAnswers(fields, answers);
  return result.ok ? result.value : briefly(result.error);
}

test('each question has a value in order, with its label', () => {
  const fields = fieldsOf(ask('Name', { required: true }), ask('Age', { kind: 'number' }));
  const result = resolveAnswers(fields, { age: 44, name: 'Ann' });
  assert.ok(result.ok);
  assert.equal(labelledAnswers(askedQuestions(fields), result.value), [
    { fieldId: 'q1', key: 'name', label: 'Name', kind: 'short_text', value: 'Ann' },
    { fieldId: 'q2', key: 'age', label: 'Age', kind: 'number', value: 44 },
  ]);
});

test('a question is found by key, by id and by label', () => {
  const fields = fieldsOf(ask('First name'), ask('Last name'), ask('Town'));
  assert.equal(read(fields, { first_name: 'a', q2: 'b', Town: 'c' }), ['a', 'b', 'c']);
});

test('a key takes precedence over an id, an id over a label', () => {
  const fields = fieldsOf(ask('q2', { key: 'other' }), ask('other', { key: 'q1' }));
  assert.equal(read(fields, { other: 'key of the first' }), ['key of the first', null]);
  assert.equal(read(fields, { q1: 'key of the second, id of the first' }), [
    null,
    'key of the second, id of the first',
  ]);
  assert.equal(read(fields, { q2: 'id of the second, label of the first' }), [
    null,
    'id of the second, label of the first',
  ]);
});

test('a label of several questions names none of them', () => {
  const fields = fieldsOf(ask('Name', { key: 'a' }), ask('Name', { key: 'b' }), ask('Town'));
  assert.equal(read(fields, { Name: 'x' }), ['/answers/Name ambiguous_field']);
  assert.equal(read(fields, { a: 'x', b: 'y' }), ['x', 'y', null]);
});

test('the second answer to a question under another name is refused', () => {
  const fields = fieldsOf(ask('Name'));
  assert.equal(read(fields, { name: 'x', Name: 'y' }), ['/answers/Name ambiguous_field']);
  assert.equal(read(fields, { q1: 'x', name: 'x' }), ['/answers/name ambiguous_field']);
});

test('unknown names are refused, including those of object members', () => {
  const fields = fieldsOf(ask('Name'));
  assert.equal(read(fields, { nmae: 'x' }), ['/answers/nmae unknown_field']);
  assert.equal(read(fields, { ['__proto__']: { name: 'x' }, constructor: 1, toString: 2 }), [
    '/answers/__proto__ unknown_field',
    '/answers/constructor unknown_field',
    '/answers/toString unknown_field',
  ]);
});

test('only own members are read', () => {
  const fields = fieldsOf(ask('Name'));
  const inherited = { __proto__: { name: 'inherited' } };
  assert.equal(read(fields, inherited), [null]);
});

test('labels may be any text, even the name of a special object member', () => {
  const fields = fieldsOf(ask('__proto__', { key: 'a' }), ask('constructor', { key: 'b' }), ask('a/b~c'));
  assert.equal(read(fields, { ['__proto__']: 'x', constructor: 'y', 'a/b~c': 'z' }), ['x', 'y', 'z']);
  assert.equal(read(fields, { 'a/b~c': 1 }), ['/answers/a~1b~0c invalid_type']);
});

test('a required question has to be answered', () => {
  const fields = fieldsOf(ask('Name', { required: true }));
  for (const answers of [{}, { name: null }, { name: '' }, { name: ' \t\n' }])
    assert.equal(read(fields, answers), ['/answers/name required']);
});

test('an empty value counts as no answer', () => {
  const options = optionsOf('a', 'b');
  const fields = fieldsOf(
    ask('text'),
    ask('date', { kind: 'date' }),
    ask('choice', { kind: 'dropdown', options }),
    ask('many', { kind: 'multiple_choice', options, validation: { min_selections: 1 } }),
    ask('address', { kind: 'address' }),
    ask('matrix', { kind: 'matrix', options, rows: options, validation: { max_selections: 2 } }),
  );
  const empty = { text: ' ', date: '', choice: '', many: [], address: { city: ' ' }, matrix: { a: [] } };
  assert.equal(read(fields, empty), [null, null, null, null, null, null]);
  const required = fieldsOf(
    ...fields.map(({ id: _, position: __, ...field }) => ({ ...field, required: true })),
  );
  assert.equal(
    read(required, empty),
    Object.keys(empty).map((key) => `/answers/${key} required`),
  );
});

test('a statement is not answered, and not recorded', () => {
  const fields = fieldsOf(ask('Welcome', { kind: 'statement' }), ask('Name'));
  assert.equal(read(fields, { name: 'Ann' }), ['Ann']);
  assert.equal(read(fields, { welcome: 'hello' }), ['/answers/welcome invalid_type']);
});

test('a default replaces an omitted answer, not a cleared one', () => {
  const fields = fieldsOf(ask('Source', { required: true, default_value: 'web' }), ask('Town'));
  assert.equal(read(fields, { town: 'Rome' }), ['web', 'Rome']);
  assert.equal(read(fields, { source: 'app' }), ['app', null]);
  assert.equal(read(fields, { source: '' }), ['/answers/source required']);
});

test('a required consent must be given, a required yes-or-no only answered', () => {
  const fields = fieldsOf(
    ask('Terms', { kind: 'consent', required: true }),
    ask('Member', { kind: 'yes_no', required: true }),
  );
  assert.equal(read(fields, { terms: true, member: false }), [true, false]);
  assert.equal(read(fields, { terms: false }), ['/answers/terms required', '/answers/member required']);
});

test('all problems are reported at once: fields in order, then unknown names', () => {
  const fields = fieldsOf(
    ask('Name', { required: true }),
    ask('Age', { kind: 'number', validation: { min: 18 } }),
    ask('Colours', { kind: 'multiple_choice', options: optionsOf('red') }),
  );
  const result = resolveAnswers(fields, { x: 1, Age: 3, colours: ['blue'] });
  assert.equal(!result.ok && result.error, [
    { field: 'name', path: '/answers/name', code: 'required', message: 'Requires an answer.' },
    { field: 'age', path: '/answers/Age', code: 'out_of_range', message: 'Must be at least 18.' },
    {
      field: 'colours',
      path: '/answers/colours/0',
      code: 'invalid_option',
      message: 'Is not an option of the field.',
    },
    {
      field: 'x',
      path: '/answers/x',
      code: 'unknown_field',
      message: 'The form has no question with this key or label.',
    },
  ]);
});

test('many unknown names give a thousand problems at most, those of fields first', () => {
  const asked = Array.from({ length: 400 }, (_, index) => ask(`Name ${index}`, { required: true }));
  const unknown = Object.fromEntries(Array.from({ length: 1_200 }, (_, index) => [`x${index}`, 0]));
  const problems = read(fieldsOf(...asked), unknown);
  assert.is(problems.length, 1_000);
  assert.is(problems[0], '/answers/name_0 required');
});

test('a form without questions accepts an empty object', () => {
  assert.equal(read([], {}), []);
  assert.equal(read([], { a: 1 }), ['/answers/a unknown_field']);
});

test('a default that only an earlier release accepted is still a valid answer, even when it is sent', () => {
  const cases: [FieldInput, unknown, unknown][] = [
    [ask('Fee', { kind: 'payment' }), { amount: 1250, currency: 'HRK' }, { amount: 1, currency: 'HRK' }],
    [ask('Fee', { kind: 'payment' }), { amount: 1250, currency: 'ABC' }, { amount: 1250, currency: 'ABD' }],
    [ask('Phone', { kind: 'phone' }), '11', '12'],
    [ask('Age', { kind: 'number' }), 9_007_199_254_740_994, 9_007_199_254_740_996],
  ];
  for (const [input, default_value, other] of cases) {
    const fields = fieldsOf(input).map((field) => ({ ...field, default_value }));
    const [{ key } = { key: '' }] = fields;
    assert.equal(read(fields, {}), [default_value], key);
    assert.equal(read(fields, { [key]: structuredClone(default_value) }), [default_value], key);
    assert.equal(read(fields, { [key]: null }), [null], key);
    const [refused = ''] = read(fields, { [key]: other });
    assert.match(String(refused), new RegExp(`^/answers/${key}`));
  }
});

test.run();
