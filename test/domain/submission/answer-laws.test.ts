import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { askedQuestions } from '../../../domain/form/definition.ts';
import { type FieldInput, type FieldKind, fieldKinds } from '../../../domain/form/field.ts';
import { answersByLabel } from '../../../domain/submission/answers-by-label.ts';
import { labelledAnswers } from '../../../domain/submission/labelled.ts';
import { resolveAnswers } from '../../../domain/submission/resolve-answers.ts';
import { fieldsOf, optionsOf } from '../../support/fields.ts';

const test = suite('laws of answers');
const choiceKinds: readonly FieldKind[] = [
  'single_choice',
  'dropdown',
  'multiple_choice',
  'ranking',
  'matrix',
];
const options = optionsOf('a', 'b', '__proto__');

/** One field of each kind, so that whatever is sent meets every check. */
const everyKind = fieldsOf(
  ...fieldKinds.map((kind): FieldInput => ({
    label: kind,
    kind,
    required: kind === 'consent',
    ...(choiceKinds.includes(kind) && { options }),
    ...(kind === 'matrix' && { rows: optionsOf('a', 'b', 'constructor'), validation: { max_selections: 2 } }),
    ...(kind === 'short_text' && { validation: { pattern: '(a|b)*' } }),
  })),
);

const names = fc.oneof(
  fc.constantFrom(...fieldKinds),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'q1', 'q7'),
  fc.string(),
);
/** Values that come near to what some kind wants, and any other JSON. */
const nearly = fc.oneof(
  fc.constantFrom('a', 'ab', '', '2024-02-30', '12:00', 'ann@example.org', 'https://example.org'),
  fc.array(fc.constantFrom('a', 'b', '__proto__', 1, null)),
  fc.dictionary(fc.constantFrom('a', 'city', 'amount', 'currency', '__proto__'), fc.jsonValue()),
  fc.integer({ min: -2, max: 12 }),
  fc.boolean(),
);
const arbitraryAnswers = fc
  .array(fc.tuple(names, fc.oneof(nearly, fc.jsonValue())), { maxLength: 30 })
  .map((entries): Record<string, unknown> => Object.fromEntries(entries));

/** What a JSON pointer leads to; `undefined` for a member that is missing. */
function at(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (inner, part) =>
        typeof inner === 'object' && inner !== null
          ? Object.getOwnPropertyDescriptor(inner, part)?.value
          : undefined,
      value,
    );
}

test('law: any answers are either recorded in full or refused with the paths of their faults', () => {
  fc.assert(
    fc.property(arbitraryAnswers, (answers) => {
      const result = resolveAnswers(everyKind, answers);
      if (result.ok) {
        assert.is(result.value.length, askedQuestions(everyKind).length);
        return;
      }
      assert.ok(result.error.length > 0);
      for (const { path, code } of result.error)
        if (code !== 'required') assert.is.not(at({ answers }, path), undefined, `${path} leads nowhere`);
    }),
    { numRuns: 500 },
  );
});

test('law: recorded answers, sent again, are recorded unchanged', () => {
  const good = fc.record(
    {
      short_text: fc.constantFrom('a', 'ab', 'bb'),
      number: fc.double({ noNaN: true, min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }),
      nps: fc.integer({ min: 0, max: 10 }),
      yes_no: fc.boolean(),
      consent: fc.constant(true),
      multiple_choice: fc.uniqueArray(fc.constantFrom('a', 'b', '__proto__')),
      date: fc
        .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10)),
      address: fc.record({ city: fc.string(), line1: fc.string() }, { requiredKeys: [] }),
    },
    { requiredKeys: ['consent'] },
  );
  fc.assert(
    fc.property(good, (answers) => {
      const first = resolveAnswers(everyKind, { ...answers });
      assert.ok(first.ok, 'good answers are taken');
      const recorded = labelledAnswers(askedQuestions(everyKind), first.value);
      const again = resolveAnswers(
        everyKind,
        Object.fromEntries(recorded.map(({ key, value }) => [key, value])),
      );
      assert.equal(again, first);
      assert.is(Object.keys(answersByLabel(recorded)).length, first.value.length);
    }),
  );
});

test.run();
