import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defineFields } from '../../../domain/form/define-fields.ts';
import type { FieldDefinition, FieldInput } from '../../../domain/form/field.ts';
import { matchFields } from '../../../domain/form/match-fields.ts';
import { briefly, fieldsOf } from '../../support/fields.ts';

const test = suite('matching the questions of a change with fields');

const text = (label: string, more: Partial<FieldInput> = {}): FieldInput => ({
  label,
  kind: 'short_text',
  ...more,
});

function changed(existing: readonly FieldDefinition[], ...inputs: FieldInput[]) {
  let count = 0;
  const result = defineFields(inputs, existing, () => `new${++count}`);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value.map(({ id, key, label }) => `${id} ${key} ${label}`);
}
const warningsOf = (existing: readonly FieldDefinition[], ...inputs: FieldInput[]) =>
  matchFields(inputs, existing).warnings.map(({ code }) => code);

test('without keys, the questions in another order are the same fields', () => {
  const existing = fieldsOf(text('Имя'), text('Город'));
  assert.equal(changed(existing, text('Город'), text('Имя')), ['q2 gorod Город', 'q1 imya Имя']);
  assert.equal(warningsOf(existing, text('Город'), text('Имя')), []);
});

test('a label matches before a position does, and a field of the same kind first', () => {
  const existing = fieldsOf(text('A'), text('A', { kind: 'email' }), text('B'));
  assert.equal(changed(existing, text('A', { kind: 'email' }), text('A'), text('B')), [
    'q2 a_2 A',
    'q1 a A',
    'q3 b B',
  ]);
  assert.equal(
    changed(existing, text('B', { kind: 'number' })),
    ['q3 b B'],
    'the same label with another kind',
  );
});

test('which of several fields with one label a question is, is a guess if another of them is left', () => {
  const existing = fieldsOf(text('Date'), text('Date'), text('Town'));
  assert.equal(changed(existing, text('Date'), text('Town')), ['q1 date Date', 'q3 town Town']);
  assert.equal(warningsOf(existing, text('Date'), text('Town')), ['field_matched_by_place']);
  assert.equal(warningsOf(existing, text('Date', { key: 'date_2' }), text('Town')), []);
  assert.equal(warningsOf(existing, text('Town'), text('Date'), text('Date')), []);
  assert.equal(warningsOf(fieldsOf(text('Date'), text('Date', { kind: 'date' })), text('Date')), []);
});

test('the last unmatched question and field, at the same position, are one field with a new label', () => {
  const existing = fieldsOf(text('Name'), text('Town'));
  assert.equal(changed(existing, text('Full name'), text('Town')), ['q1 name Full name', 'q2 town Town']);
  assert.equal(warningsOf(existing, text('Full name'), text('Town')), ['field_matched_by_place']);
});

test('a position alone does not match: another kind, another position, or several left over', () => {
  const existing = fieldsOf(text('Name'), text('Town'));
  for (const inputs of [
    [text('Age', { kind: 'number' }), text('Town')],
    [text('Town'), text('Full name')],
    [text('City'), text('Full name')],
  ]) {
    assert.equal(warningsOf(existing, ...inputs), ['fields_not_matched']);
    for (const field of changed(existing, ...inputs)) assert.match(field, / Town$|^new/);
  }
  assert.equal(warningsOf(existing, text('Name'), text('Town'), text('Age')), [], 'an addition is none');
  assert.equal(warningsOf(existing, text('Town')), [], 'and neither is a removal');
});

test('a form that was read can be sent back: ids and positions are accepted, and ids keep the keys', () => {
  const existing = fieldsOf(text('Name'), text('Town'));
  const [name, town] = existing;
  if (!name || !town) throw new Error('two fields');
  assert.equal(changed(existing, { ...town, label: 'City' }, { ...name }), ['q2 town City', 'q1 name Name']);
  const byId = [text('Anything', { id: 'q2' }), text('Name')];
  assert.equal(changed(existing, ...byId), ['q2 town Anything', 'q1 name Name']);
});

test('an id that is unknown, repeated or of another key is refused', () => {
  const existing = fieldsOf(text('Name'), text('Town'));
  const refused = (...inputs: FieldInput[]) => {
    const result = defineFields(inputs, existing, () => 'new');
    return result.ok ? [] : briefly(result.error);
  };
  assert.equal(refused(text('A', { id: 'q9' })), ['/fields/0/id unknown_field']);
  assert.equal(refused(text('A', { id: 'q1' }), text('B', { id: 'q1' })), ['/fields/1/id ambiguous_field']);
  assert.equal(refused(text('A', { id: 'q1', key: 'other' })), ['/fields/0/key invalid_option']);
});

test('a new field never gets the key of a present field, even of a removed one', () => {
  const existing = fieldsOf(text('Name', { key: 'town' }), text('Age', { kind: 'number' }));
  assert.equal(changed(existing, text('Age', { kind: 'number' }), text('Town')), [
    'q2 age Age',
    'new1 town_2 Town',
  ]);
});

test('labels in every script give keys', () => {
  const keyOf = (label: string) => fieldsOf(text(label))[0]?.key;
  for (const [label, key] of [
    ['Имя', 'imya'],
    ['Ονομα', 'onoma'],
    ['姓名', 'xingming'],
    ['名前は', 'mingqianha'],
    ['이름', 'ileum'],
    ['اسم', 'sm'],
    ['שם', 'sm'],
    ['नाम', 'nam'],
    ['ชื่อ', 'chueo'],
    ['სახელი', 'sakheli'],
    ['👑', 'crown'],
    ['Größe', 'grosse'],
  ] as const)
    assert.is(keyOf(label), key, label);
  assert.equal(
    fieldsOf(text('…'), text('?!')).map(({ key }) => key),
    ['field', 'field_2'],
  );
});

const label = fc.constantFrom('A', 'B', 'C', 'D');
const kind = fc.constantFrom('short_text' as const, 'number' as const);
const input = fc.record({ label, kind });

const inputsInAnyOrder = fc
  .uniqueArray(input, { selector: (one) => one.label })
  .chain((inputs) =>
    fc.tuple(fc.constant(inputs), fc.shuffledSubarray(inputs, { minLength: inputs.length })),
  );

test('law: questions in any order and without keys match the fields with their labels', () => {
  fc.assert(
    fc.property(inputsInAnyOrder, ([inputs, order]) => {
      const { fields, warnings } = matchFields(order, fieldsOf(...inputs));
      assert.equal(
        fields.map((field) => field?.label),
        order.map((one) => one.label),
      );
      assert.equal(warnings, []);
    }),
  );
});

test('law: every question matches one field at most, and no two match the same', () => {
  fc.assert(
    fc.property(fc.array(input), fc.array(input), (before, after) => {
      const { fields } = matchFields(after, fieldsOf(...before));
      const matched = fields.filter((field) => field !== undefined);
      assert.is(new Set(matched).size, matched.length);
    }),
  );
});

test.run();
