import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { resolveAnswers } from '../../../domain/submission/resolve-answers.ts';

const test = suite('the names of answers');

const named = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`unknown-${n}`, 'x']));

test('each unknown name is a problem', () => {
  const resolved = resolveAnswers([], named(100));
  assert.is(resolved.ok ? 0 : resolved.error.length, 100);
});

test('far more names than questions are one problem, without a look at any of them', () => {
  const resolved = resolveAnswers([], named(60_000));
  assert.equal(resolved.ok ? [] : resolved.error, [
    { path: '/answers', code: 'too_long', message: 'Has 60000 names, and the form has 0 questions.' },
  ]);
});

test.run();
