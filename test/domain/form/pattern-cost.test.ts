import fc from 'fast-check';
import { RE2JS } from 're2js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defineFields } from '../../../domain/form/define-fields.ts';
import type { FieldInput } from '../../../domain/form/field.ts';
import { checkPattern, longestTextOf } from '../../../domain/form/pattern.ts';
import { patternCost } from '../../../domain/form/pattern-cost.ts';

const test = suite('the cost of patterns');

/** Patterns of every construct, small enough to be compiled. */
const patterns = fc.letrec<{ pattern: string; atom: string }>((tie) => ({
  atom: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .constantFrom(
        'a',
        '.',
        '\\d',
        '\\(',
        '\\x{41}',
        '\\pL',
        '\\p{Greek}',
        '[a-z]',
        '[^]a]',
        '[[:alpha:](]',
        '[\\]{3}]',
      )
      .map((atom) => atom),
    fc.constantFrom('\\Q(\\E', '\\Q[\\E', '\\Q{9}\\E'),
    tie('pattern').map((inner) => `(${inner})`),
    tie('pattern').map((inner) => `(?:${inner})`),
    tie('pattern').map((inner) => `(?i)(?P<n>${inner})`),
  ),
  pattern: fc
    .array(
      fc
        .tuple(tie('atom'), fc.constantFrom('', '*', '+?', '?', '{3}', '{2,5}', '{4,}', '|'))
        .map((parts) => parts.join('')),
      { maxLength: 4 },
    )
    .map((parts) => parts.join('')),
}));

test('the estimated steps are never far below the compiled ones', () => {
  fc.assert(
    fc.property(patterns.pattern, (source) => {
      let steps: number;
      try {
        steps = RE2JS.compile(source).programSize();
      } catch {
        return;
      }
      const estimated = patternCost(source).steps;
      assert.ok(steps <= 4 * estimated + 10, `${source}: ${steps} steps, estimated ${estimated}`);
    }),
    { numRuns: 2_000 },
  );
});

for (const [name, source] of [
  ['a repeated group', `(${'abc'.repeat(300)}){1000}`],
  ['groups repeated within each other', '((a{10}){10}){10}'],
  ['a group repeated after a quoted parenthesis', '\\Q(\\E(aaa){1000}'],
  ['a group repeated after a class', '[[:alpha:](](aaaa){1000}'],
  ['wide ranges in either case', `(?i)${'[ -\uffff]'.repeat(190)}`],
  ['many Unicode classes in either case', `(?i)${'[^\\pL]'.repeat(140)}`],
  ['many Unicode classes', '\\pL'.repeat(300)],
] as const)
  test(`${name}: refused without being compiled`, () => {
    const { compile } = RE2JS;
    RE2JS.compile = () => {
      throw new Error('it is compiled');
    };
    try {
      assert.is(checkPattern(source).ok, false);
    } finally {
      RE2JS.compile = compile;
    }
  });

test('common patterns are accepted', () => {
  for (const source of [
    '[A-Z]{2}\\d{4}',
    '(?i)[a-z0-9._-]{1,64}',
    '.{10,100}',
    "\\p{L}[\\p{L} '-]{0,99}",
    '\\d{5}(-\\d{4})?',
  ])
    assert.ok(checkPattern(source).ok, source);
});

test('longer patterns are matched against shorter texts only', () => {
  assert.is(longestTextOf('a*'), 2_000);
  assert.ok(longestTextOf('(?:ab?){90}') < 500);
  // A pattern matches no more characters than it has steps, unless it repeats without end.
  assert.ok(longestTextOf('.{290}') >= 290);
  assert.ok(longestTextOf('.{490}') >= 490, 'taken by an earlier release');
});

const problemsOf = (...inputs: FieldInput[]) => {
  const result = defineFields(inputs, [], () => 'q');
  return result.ok ? [] : result.error.map(({ path, code }) => `${path} ${code}`);
};
const text = (pattern: string, default_value?: string): FieldInput => ({
  label: 'x',
  kind: 'short_text',
  validation: { pattern },
  ...(default_value !== undefined && { default_value }),
});

test('the patterns of a form have a common limit, and none beyond it is compiled', () => {
  const long = Array.from({ length: 60 }, (_, n) => text(`${n}(?i)${'[^\\pL]'.repeat(9)}`));
  const [first = '', ...others] = problemsOf(...long);
  const at = Number(/^\/fields\/(\d+)\/validation\/pattern invalid_format$/.exec(first)?.[1]);
  assert.ok(at > 5 && at < 60, first);
  assert.is(others.length, 60 - at - 1);
});

test('defaults have a limit on the steps of their patterns', () => {
  const costly = text('(?:a?b?){60}', 'ab'.repeat(60));
  assert.equal(problemsOf(costly, costly), []);
  const many = problemsOf(...Array.from({ length: 10 }, () => costly));
  assert.match(many[0] ?? '', '/default_value too_long');
});

test.run();
