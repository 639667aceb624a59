import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { answersByLabel } from '../../domain/submission/answers-by-label.ts';
import type { RecordedAnswer } from '../../domain/submission/events.ts';

const test = suite('answers by label');

const answers = (...labels: string[]): RecordedAnswer[] =>
  labels.map((label, value) => ({ fieldId: `q${value}`, key: `k${value}`, label, kind: 'number', value }));

test('names each value by its label, null where there is none', () => {
  const [answer] = answers('Name');
  assert.ok(answer);
  assert.equal(answersByLabel([...answers('Age'), { ...answer, value: null }]), { Age: 0, Name: null });
  assert.equal(answersByLabel([]), {});
});

test('a label that comes again is numbered', () => {
  assert.equal(answersByLabel(answers('Name', 'Name', 'Age', 'Name')), {
    Name: 0,
    'Name (2)': 1,
    Age: 2,
    'Name (3)': 3,
  });
});

test('no value is lost to a label that looks like a numbered one', () => {
  assert.equal(answersByLabel(answers('Name (2)', 'Name', 'Name', 'Name (2)')), {
    'Name (2)': 0,
    Name: 1,
    'Name (3)': 2,
    'Name (2) (2)': 3,
  });
});

test('hundreds of equal labels are numbered without trying all numbers for each', () => {
  const label = 'x'.repeat(2_000);
  const same = answers(...Array.from({ length: 5_000 }, () => label));
  const begun = process.cpuUsage();
  const named = answersByLabel(same);
  const { user, system } = process.cpuUsage(begun);
  assert.is(named[`${label} (5000)`], 4_999);
  // Trying all takes minutes.
  assert.ok(user + system < 1_000_000, `took ${user + system} µs`);
});

test('labels that objects treat specially are members like any other', () => {
  const named = answersByLabel(answers('__proto__', 'constructor', '__proto__'));
  assert.is(JSON.stringify(named), '{"__proto__":0,"constructor":1,"__proto__ (2)":2}');
  assert.is(Object.getPrototypeOf(named), Object.prototype);
});

test('keeps the questions that are asked for, under the names that they have among all', () => {
  const all = answers('Name', 'Age', 'Name', 'Town');
  assert.equal(answersByLabel(all, ['Name']), { Name: 0, 'Name (2)': 2 });
  assert.equal(answersByLabel(all, ['Town', 'Removed since']), { Town: 3 });
  assert.equal(answersByLabel(all, ['Removed since']), {});
  assert.equal(answersByLabel(all, []), answersByLabel(all));
});

test.run();
