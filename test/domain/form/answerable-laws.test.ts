import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defineFields } from '../../../domain/form/define-fields.ts';
import { resolveAnswers } from '../../../domain/submission/resolve-answers.ts';
import { answerTo, drawnField } from '../../support/drawn-fields.ts';
import { briefly } from '../../support/fields.ts';

const test = suite('laws of definitions');

test('law: every field that is accepted has an answer that is accepted', () => {
  const accepted = new Set<string>();
  let refused = 0;
  fc.assert(
    fc.property(drawnField, (input) => {
      const defined = defineFields([input], [], () => 'q');
      if (!defined.ok) {
        refused += 1;
        return;
      }
      const [field] = defined.value;
      assert.ok(field);
      if (field.kind === 'statement') return;
      const answer = answerTo(field);
      if (answer === undefined) assert.is.not(field.default_value, undefined, 'no answer is found');
      const answers = answer === undefined ? {} : { [field.key]: answer };
      const resolved = resolveAnswers(defined.value, answers);
      assert.equal(resolved.ok || briefly(resolved.error), true, JSON.stringify({ field, answer }));
      assert.is.not(resolved.ok && resolved.value[0], null, 'the answer counts as one');
      accepted.add(field.kind);
    }),
    { numRuns: 3_000 },
  );
  assert.ok(refused > 100, 'fields that nobody can answer are drawn as well');
  assert.ok(accepted.size > 20, 'fields of nearly every kind are accepted');
});

test.run();
