import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { FieldInput } from '../../../domain/form/field.ts';
import { e164Of } from '../../../domain/submission/checks/phone.ts';
import { normaliserOf } from '../../../domain/submission/normalise.ts';
import { resolveAnswers } from '../../../domain/submission/resolve-answers.ts';
import { composed, isBlank } from '../../../domain/text.ts';
import { briefly, fieldsOf, optionsOf } from '../../support/fields.ts';
import { assertGrowsWithSize } from '../../support/growth.ts';

const test = suite('normalisation of answers');

type Settings = Omit<FieldInput, 'label'>;

function stored(settings: Settings, value: unknown): unknown {
  const resolved = resolveAnswers(fieldsOf({ label: 'Question', key: 'q', ...settings }), { q: value });
  return resolved.ok ? resolved.value[0] : briefly(resolved.error);
}

/** Of each kind: what is typed or pasted, and what is stored. */
const table: readonly (readonly [Settings['kind'], readonly (readonly [string, string | null])[]])[] = [
  [
    'short_text',
    [
      ['Ame\u0301lie', 'Am\u00e9lie'],
      ['two\r\nlines', 'two lines'],
      ['two\u2028lines\n', 'two lines'],
      ['\u202egpj.exe', 'gpj.exe'],
      ['a\u0007\u001b[31mb', 'a[31mb'],
      [' kept ', ' kept '],
      ['\ufeffAda', 'Ada'],
      ['👩\u200d👩\u200d👧', '👩\u200d👩\u200d👧'],
      ['می\u200cخواهم', 'می\u200cخواهم'],
      ['क्\u200dष', 'क्\u200dष'],
      ['שלום\u200f!', 'שלום\u200f!'],
      [
        '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
        '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
      ],
      ['Ada\u{e0041}\u{e0042}', 'Ada'],
      ['\u200b\u2060\u00a0', null],
      ['\u200d', null],
      ['\u3164', null],
      ['\u2800', null],
    ],
  ],
  [
    'long_text',
    [
      ['one\r\ntwo\rthree\u0085four\vfive', 'one\ntwo\nthree\nfour\nfive'],
      ['\n\nfirst', '\n\nfirst'],
      ['tab\tstays', 'tab\tstays'],
      ['\u200b\r\n\u200b', null],
    ],
  ],
  [
    'email',
    [
      [' ada@example.com\n', 'ada@example.com'],
      ['\u00a0ada@example.com\u3000', 'ada@example.com'],
      ['ada@\u200bexample.com', 'ada@example.com'],
      ['\u202aada@example.com\u202c', 'ada@example.com'],
      ['ada＠example．com', 'ada@example.com'],
      ['ada@例え。jp', 'ada@例え.jp'],
      ['mailto:ada@example.com', 'ada@example.com'],
      ['<ada@example.com>', 'ada@example.com'],
      ['jose\u0301@example.com', 'jos\u00e9@example.com'],
      ['राम@उदाहरण.भारत', 'राम@उदाहरण.भारत'],
      ['a\u200dda@example.com', 'ada@example.com'],
    ],
  ],
  [
    'phone',
    [
      ['+44\u00a020\u00a07946\u00a00000', '+44 20 7946 0000'],
      ['\u202a+44 20 7946 0000\u202c', '+44 20 7946 0000'],
      ['+44 20\u20117946\u20110000', '+44 20-7946-0000'],
      [' 020 7946 0000', '020 7946 0000'],
      ['０３－１２３４－５６７８', '03-1234-5678'],
      ['+٩٦٦ ٥٠ ١٢٣ ٤٥٦٧', '+966 50 123 4567'],
      ['+91 ९८७६५ ४३२१०', '+91 98765 43210'],
      ['tel:+442079460000', '+442079460000'],
      ['+44 20 7946 0000 ext. 12', '+44 20 7946 0000 ext. 12'],
    ],
  ],
  [
    'url',
    [
      ['www.example.com', 'https://www.example.com'],
      ['example.com/a?b#c', 'https://example.com/a?b#c'],
      ['example.com:8080/a', 'https://example.com:8080/a'],
      ['https://example.com \n', 'https://example.com'],
      ['\u2066https://example.com\u2069', 'https://example.com'],
      ['<https://example.com>', 'https://example.com'],
      ['ｈｔｔｐｓ：／／ｅｘａｍｐｌｅ．ｃｏｍ', 'https://example.com'],
      ['https://例え.jp/Ａ', 'https://例え.jp/Ａ'],
      ['bücher.example', 'https://bücher.example'],
      ['https://example.com/❤\ufe0f', 'https://example.com/❤\ufe0f'],
    ],
  ],
];
for (const [kind, rows] of table)
  test(`${kind}: ${rows.length} texts are stored in normal form`, () => {
    for (const [given, expected] of rows) assert.is(stored({ kind }, given), expected, JSON.stringify(given));
  });

test('a text of invisible characters does not satisfy a required question', () => {
  for (const kind of ['short_text', 'long_text', 'email', 'phone', 'url'] as const)
    assert.equal(stored({ kind, required: true }, '\u200b\u00a0\u2063'), ['/answers/q required']);
});

test('NUL and lone surrogates are refused by name', () => {
  const fields = fieldsOf(
    { label: 'Name', kind: 'short_text', key: 'q' },
    { label: 'N', kind: 'full_name', key: 'n' },
  );
  const refused = resolveAnswers(fields, { q: 'a\0b', n: { first_name: '\ud800' } });
  assert.equal(refused.ok || refused.error.map(({ path, message }) => [path, message]), [
    ['/answers/q', 'Contains the character NUL (U+0000), which is not accepted.'],
    ['/answers/n/first_name', 'First name: Contains half a surrogate pair, which is not a character.'],
  ]);
});

test('lengths count characters of the normalised text', () => {
  const two: Settings = { kind: 'short_text', validation: { min_length: 2, max_length: 2 } };
  assert.is(stored(two, 'e\u0301\u200be\u0301'.replace('\u200b', '')), 'éé');
  assert.is(stored(two, '👍👍'), '👍👍');
  assert.equal(stored(two, 'e\u0301'), ['/answers/q too_short']);
  assert.equal(stored(two, '👍👍👍'), ['/answers/q too_long']);
});

test('options, rows and labels are found however their characters are composed', () => {
  const options = optionsOf('Cafe\u0301', 'The\u0301');
  assert.is(stored({ kind: 'dropdown', options }, 'Caf\u00e9'), 'Caf\u00e9');
  assert.is(stored({ kind: 'dropdown', options }, 'Cafe\u0301'), 'Caf\u00e9');
  assert.equal(stored({ kind: 'ranking', options }, ['The\u0301', 'Caf\u00e9']), ['Th\u00e9', 'Caf\u00e9']);
  assert.equal(stored({ kind: 'matrix', options, rows: optionsOf('Mo\u0308') }, { 'M\u00f6': 'The\u0301' }), {
    'M\u00f6': 'Th\u00e9',
  });
  const fields = fieldsOf({ label: 'Pre\u0301nom', key: 'q', kind: 'short_text' });
  assert.is(fields[0]?.label, 'Pr\u00e9nom');
  for (const label of ['Pre\u0301nom', 'Pr\u00e9nom'])
    assert.ok(resolveAnswers(fields, { [label]: 'Ada' }).ok);
});

test('options of an earlier release are answered by their own value', () => {
  const [field] = fieldsOf({ label: 'Drink', key: 'q', kind: 'dropdown', options: optionsOf('tea') });
  assert.ok(field);
  const normalise = normaliserOf({ ...field, options: optionsOf('Cafe\u0301', 'a\r\nb') });
  assert.is(normalise('Caf\u00e9'), 'Cafe\u0301');
  assert.is(normalise('Cafe\u0301'), 'Cafe\u0301');
  assert.is(normalise('a\nb'), 'a\r\nb');
});

test('an international number has an E.164 form', () => {
  assert.is(e164Of('+44 20 7946 0000', null), '+442079460000');
  assert.is(e164Of('+49 (0)30 12345678', 'AT'), '+493012345678');
  assert.is(e164Of('(+44) 20 7946 0000 ext. 12', null), '+442079460000');
  assert.is(e164Of('020 7946 0000', null), null);
  assert.is(e164Of('+999 123456789', 'GB'), null);
  // The check of definitions relies on this.
  for (let begin = 100; begin < 1_000; begin++) assert.is(e164Of(`+${begin}23`, null), null, 'five digits');
  assert.is(e164Of('+49 2345', null), '+492345', 'six digits');
});

const pieces = fc.constantFrom(
  'a',
  'é',
  'e\u0301',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '@',
  '.',
  '://',
  'www',
  '/',
  '<',
  '>',
  '+',
  '1',
  '٣',
  '３',
  '－',
  '\u200b',
  '\u200d',
  '\u200c',
  '\u202e',
  '\u0007',
  '\u00a0',
  '👩',
  'क',
  '्',
  '\u{e0041}',
  '🏴',
  'ｗ',
  '。',
  'mailto:',
);
const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));

test('law: normalisation is idempotent', () => {
  const fields = fieldsOf(
    ...(['short_text', 'long_text', 'email', 'phone', 'url', 'hidden'] as const).map((kind) => ({
      label: kind,
      kind,
    })),
  );
  fc.assert(
    fc.property(texts, (text) => {
      for (const field of fields) {
        const normalise = normaliserOf(field);
        const once = normalise(text);
        assert.is(normalise(once), once, `${field.kind} ${JSON.stringify(text)}`);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('long texts of any characters are normalised fast', async () => {
  const fields = fieldsOf(
    { label: 'Text', kind: 'long_text' },
    { label: 'E-mail', kind: 'email' },
    { label: 'URL', kind: 'url' },
  );
  for (const piece of [
    '\u0301\u0316',
    'a\u0301',
    '🏴\u{e0041}',
    '\u{e0041}',
    '\u200d',
    '。@',
    ':',
    '\r',
    '<',
    'a.',
    'क\u200d',
  ]) {
    for (const field of fields)
      await assertGrowsWithSize(
        (size) => normaliserOf(field)(`a${piece.repeat(size / piece.length)}`),
        1_000_000,
        `${field.kind} ${JSON.stringify(piece)}`,
      );
  }
});

test('blank texts and composed texts', () => {
  assert.ok(isBlank(''));
  assert.not.ok(isBlank('\u200bx'));
  assert.not.ok(isBlank('👍'));
  // To sort a run of marks takes the square of its length.
  const marks = `a${'\u0316\u0301'.repeat(50)}`;
  assert.is(composed(marks), marks);
});

test.run();
