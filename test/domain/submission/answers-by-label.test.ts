import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { RecordedAnswer } from '../../../domain/submission/answered-form.ts';
import { answersByLabel, distinctNames, earlierNames } from '../../../domain/submission/answers-by-label.ts';
import { questionsOf } from '../../../domain/submission/questions.ts';
import { fieldsOf } from '../../support/fields.ts';
import { assertGrowsWithSize } from '../../support/growth.ts';

const test = suite('answers by label');

const answers = (...labels: string[]): RecordedAnswer[] =>
  labels.map((label, value) => ({ fieldId: `q${value}`, key: `k${value}`, label, kind: 'number', value }));

test('names each value by its label, null without an answer', () => {
  const [answer] = answers('Name');
  assert.ok(answer);
  assert.equal(answersByLabel([...answers('Age'), { ...answer, value: null }]), { Age: 0, Name: null });
  assert.equal(answersByLabel([]), {});
});

test('a repeated label is numbered', () => {
  assert.equal(answersByLabel(answers('Name', 'Name', 'Age', 'Name')), {
    Name: 0,
    'Name (2)': 1,
    Age: 2,
    'Name (3)': 3,
  });
});

test('a label that looks like a numbered one does not replace another value', () => {
  assert.equal(answersByLabel(answers('Name (2)', 'Name', 'Name', 'Name (2)')), {
    'Name (2)': 0,
    Name: 1,
    'Name (3)': 2,
    'Name (2) (2)': 3,
  });
});

test('a repeated label never takes the label of another question', () => {
  assert.equal(answersByLabel(answers('A', 'A', 'A (2)')), { A: 0, 'A (3)': 1, 'A (2)': 2 });
  assert.equal(answersByLabel(answers('A', 'A', 'A (2)', 'A (3)', 'A')), {
    A: 0,
    'A (4)': 1,
    'A (2)': 2,
    'A (3)': 3,
    'A (5)': 4,
  });
});

test('a label that equals the key of another question is replaced by its own key', () => {
  const [first, second, third] = answers('Work', 'k0', 'k1');
  assert.ok(first && second && third);
  assert.equal(answersByLabel([first, second, third]), { Work: 0, k1: 1, k2: 2 });
  assert.equal(answersByLabel([{ ...first, label: 'k0' }]), { k0: 0 });
});

test('bodies planned by earlier releases keep their names', () => {
  const earlier = answers('A', 'A', 'A (2)');
  const named = answersByLabel(earlier, () => true, earlierNames(earlier));
  assert.equal(named, { A: 0, 'A (2)': 1, 'A (2) (2)': 2 });
});

/** Labels that look like each other's names. */
const label = fc
  .tuple(fc.constantFrom('A', 'a', '2', 'A (2)'), fc.constantFrom('', ' (2)', ' (3)'))
  .map((parts) => parts.join(''));

test('law: a name of an answer, sent back, never means another question', () => {
  fc.assert(
    fc.property(fc.array(label, { maxLength: 12 }), fc.array(label, { maxLength: 4 }), (labels, keys) => {
      const { questions, find } = questionsNamed(labels, [...new Set(keys)]);
      const names = distinctNames(questions.map(({ field }) => field));
      assert.is(new Set(names).size, names.length);
      for (const [index, name] of names.entries()) {
        const found = find(name);
        const isUnique = labels.filter((other) => other === labels[index]).length === 1;
        if (isUnique) assert.is(found, questions[index], `${name} of ${labels.join(', ')}`);
        else
          assert.ok(
            typeof found === 'string' || found === questions[index],
            `${name} of ${labels.join(', ')}`,
          );
      }
    }),
  );
});

/** The questions of a form with these labels, the first of them with these keys, and how it finds one by its name. */
function questionsNamed(labels: readonly string[], keys: readonly string[]) {
  const inputs = labels.map((of, index) => ({ label: of, kind: 'short_text' as const, key: keys[index] }));
  const fields = fieldsOf(...inputs.map(({ key, ...rest }) => (key === undefined ? rest : { ...rest, key })));
  const { all, find } = questionsOf(fields);
  return { questions: all, find };
}

test('hundreds of equal labels are numbered in linear time', async () => {
  const longLabel = 'x'.repeat(2_000);
  const same = (count: number) => answers(...Array.from({ length: count }, () => longLabel));
  assert.is(answersByLabel(same(5_000))[`${longLabel} (5000)`], 4_999);
  await assertGrowsWithSize((count) => answersByLabel(same(count)), 5_000);
});

test('labels that name special members of objects are ordinary members', () => {
  const named = answersByLabel(answers('__proto__', 'constructor', '__proto__'));
  assert.is(JSON.stringify(named), '{"__proto__":0,"constructor":1,"__proto__ (2)":2}');
  assert.is(Object.getPrototypeOf(named), Object.prototype);
});

test('keeps the requested questions, under their names among all', () => {
  const all = answers('Name', 'Age', 'Name', 'Town');
  const of = (...ids: string[]) => answersByLabel(all, ({ fieldId }) => ids.includes(fieldId));
  assert.equal(of('q0', 'q2'), { Name: 0, 'Name (2)': 2 });
  assert.equal(of('q2'), { 'Name (2)': 2 });
  assert.equal(of('q3', 'q9'), { Town: 3 });
  assert.equal(of(), {});
});

test.run();
