import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { askedQuestions } from '../../../domain/form/definition.ts';
import {
  changesBetween,
  clearRemoved,
  lastAnswered,
  mergeAnswers,
  numbersAfter,
  removedAnswers,
  valuesById,
} from '../../../domain/submission/merge-answers.ts';
import { changedAnswers } from '../../../domain/submission/present.ts';
import { resolveAnswers } from '../../../domain/submission/resolve-answers.ts';
import { fieldsOf } from '../../support/fields.ts';

const test = suite('merging answers');

const fields = fieldsOf(
  { key: 'name', label: 'Your name', kind: 'short_text', required: true },
  { key: 'intro', label: 'Read this', kind: 'statement' },
  { key: 'age', label: 'Age', kind: 'number' },
  { key: 'phone', label: 'Phone', kind: 'phone' },
  { key: 'source', label: 'Source', kind: 'hidden' },
  { key: 'country', label: 'Country', kind: 'short_text', default_value: 'AT' },
);
const questions = askedQuestions(fields);
const idOf = (key: string) => fields.find((one) => one.key === key)?.id ?? '';

test('answers are named by key, id or label; null clears one, and the others stay', () => {
  const present = valuesById(questions, ['Ada', 36, null, 'x', null]);
  const merged = mergeAnswers(fields, present, { 'Your name': 'Grace', [idOf('age')]: null, nickname: 'G' });
  assert.equal(merged, {
    phone: null,
    source: 'x',
    country: null,
    'Your name': 'Grace',
    [idOf('age')]: null,
    nickname: 'G',
  });
  const resolved = resolveAnswers(fields, merged);
  assert.equal(resolved.ok ? [] : resolved.error.map(({ code, path }) => [code, path]), [
    ['unknown_field', '/answers/nickname'],
  ]);
});

test('while answers may be missing, none is required or too short, and every other rule holds', () => {
  const strict = fieldsOf(
    { key: 'name', label: 'Name', kind: 'short_text', required: true, validation: { min_length: 3 } },
    { key: 'terms', label: 'Terms', kind: 'consent', required: true },
    { key: 'mail', label: 'Mail', kind: 'email' },
    {
      key: 'colours',
      label: 'Colours',
      kind: 'multiple_choice',
      options: ['a', 'b', 'c'].map((value) => ({ value, label: value })),
      validation: { min_selections: 2 },
    },
  );
  const partly = (answers: object) => {
    const resolved = resolveAnswers(strict, { ...answers }, { isPartial: true });
    return resolved.ok ? resolved.value : resolved.error.map(({ code }) => code);
  };
  assert.equal(partly({}), [null, null, null, null]);
  assert.equal(partly({ name: 'A', terms: false, colours: ['a'] }), ['A', false, null, ['a']]);
  assert.equal(partly({ name: 1, mail: 'nobody', colours: ['d'] }), [
    'invalid_type',
    'invalid_format',
    'invalid_option',
  ]);
});

test('the changes between answers lead from one to the other, whatever they are', () => {
  const value = fc.oneof(
    fc.constant(null),
    fc.string(),
    fc.array(fc.string()),
    // Answers are parsed JSON, so their objects have the usual prototype.
    fc.record({ a: fc.string() }, { noNullPrototype: true }),
  );
  const answers = fc.tuple(value, value, value, value, value);
  fc.assert(
    fc.property(answers, answers, fc.option(fc.string()), (before, after, number) => {
      const numbers = number === null || after[2] === null ? {} : { e164: { [idOf('phone')]: number } };
      const changes = changesBetween(questions, before, { answers: after, ...numbers });
      const changed = changedAnswers({ answers: before }, changes);
      assert.equal(changed.answers, after);
      assert.is(
        changes.length,
        before.filter((one, at) => JSON.stringify(one) !== JSON.stringify(after[at])).length,
      );
    }),
  );
});

test('the last answered question is one that a person answered', () => {
  assert.is(lastAnswered(fields, [null, null, null, null, null]), null);
  assert.is(lastAnswered(fields, ['Ada', null, null, 'ad', 'AT']), idOf('name'));
  assert.is(lastAnswered(fields, ['Ada', 36, null, 'ad', 'AT']), idOf('age'));
  assert.is(lastAnswered(fields, [null, 36, null, null, 'DE']), idOf('country'));
});

test('answers to questions that are no longer asked are kept with their labels', () => {
  const now = askedQuestions(fields.filter(({ key }) => key !== 'age' && key !== 'phone'));
  assert.equal(removedAnswers(questions, ['Ada', 36, null, null, 'AT'], now), [
    { fieldId: idOf('age'), key: 'age', label: 'Age', kind: 'number', value: 36 },
  ]);
});

test('a removed answer can be cleared, and not changed', () => {
  const age = { fieldId: 'gone', key: 'years', label: 'Years', kind: 'number', value: 36 } as const;
  const pet = { fieldId: 'went', key: 'pet', label: 'Pet', kind: 'short_text', value: 'cat' } as const;
  const clear = (given: object) => clearRemoved(fields, [age, pet], { ...given });
  assert.equal(clear({ years: null, name: 'Ada' }), {
    ok: true,
    value: { given: { name: 'Ada' }, removed: [pet] },
  });
  assert.equal(clear({ Pet: 'cat', gone: null }), { ok: true, value: { given: {}, removed: [pet] } });
  assert.equal(clear({ other: null }), { ok: true, value: { given: { other: null }, removed: [age, pet] } });
  const refused = clear({ pet: 'dog' });
  assert.equal(refused.ok ? null : refused.error.map(({ field, path, code }) => [field, path, code]), [
    ['pet', '/answers/pet', 'invalid_option'],
  ]);
});

test('a telephone number that does not change stays as it was understood', () => {
  const form = { fields, language: 'de-AT' };
  const before = {
    answers: ['Ada', null, '0664 1234567', null, null],
    e164: { [idOf('phone')]: '+436641234567' },
  };
  const inGermany = { ...form, language: 'de-DE' };
  assert.equal(numbersAfter(inGermany, before, ['Eva', null, '0664 1234567', null, null]), before.e164);
  assert.equal(numbersAfter(inGermany, { answers: before.answers }, before.answers), null);
  assert.equal(numbersAfter(form, before, ['Ada', null, '0664 7654321', null, null]), {
    [idOf('phone')]: '+436647654321',
  });
  assert.is(numbersAfter(form, before, ['Ada', null, null, null, null]), null);
});

test.run();
