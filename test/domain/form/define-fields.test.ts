import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { defineFields } from '../../../domain/form/define-fields.ts';
import { FieldDefinition, FieldInput, type FieldKind, fieldKinds } from '../../../domain/form/field.ts';
import { briefly, fieldsOf, optionsOf } from '../../support/fields.ts';

const test = suite('defining fields');
const ab = optionsOf('a', 'b');

function problemsOf(...inputs: FieldInput[]): string[] {
  const result = defineFields(inputs, [], () => 'q');
  return result.ok ? [] : briefly(result.error);
}

const keysOf = (...labels: string[]) =>
  fieldsOf(...labels.map((label): FieldInput => ({ label, kind: 'short_text' }))).map(({ key }) => key);

/** The least that each kind needs. */
const least = (kind: FieldKind): FieldInput => ({
  label: kind,
  kind,
  ...(['single_choice', 'dropdown', 'multiple_choice', 'ranking', 'matrix'].includes(kind) && {
    options: ab,
  }),
  ...(kind === 'matrix' && { rows: ab }),
});

test('each kind can be defined, in order, as it is stored', () => {
  const fields = fieldsOf(...fieldKinds.map(least));
  assert.equal(
    fields.map(({ id, position, kind }) => [id, position, kind]),
    fieldKinds.map((kind, index) => [`q${index + 1}`, index, kind]),
  );
  for (const field of fields) assert.ok(Value.Check(FieldDefinition, field));
});

test('omitted settings get defaults, and given ones are kept', () => {
  const given: FieldInput = {
    key: 'who',
    label: 'Who?',
    kind: 'short_text',
    required: true,
    help_text: 'help',
    placeholder: 'Ann',
    validation: { min_length: 1, max_length: 9, pattern: '[A-Z].*' },
    hidden: true,
    default_value: 'Bob',
  };
  assert.equal(fieldsOf(given, { label: 'What?', kind: 'long_text' }), [
    { ...given, id: 'q1', position: 0, required: true, hidden: true },
    { id: 'q2', key: 'what', label: 'What?', kind: 'long_text', position: 1, required: false, hidden: false },
  ]);
});

test('only a rating, a scale and an nps have words at their ends', () => {
  for (const kind of fieldKinds) {
    const refused = ['/fields/0/low_label unknown_field', '/fields/0/high_label unknown_field'];
    const problems = problemsOf({ ...least(kind), low_label: 'Poor', high_label: 'Good' });
    assert.equal(problems, ['rating', 'scale', 'nps'].includes(kind) ? [] : refused, kind);
  }
  assert.is(fieldsOf({ ...least('nps'), low_label: 'Poor' })[0]?.low_label, 'Poor');
});

test('a key is made from the label', () => {
  assert.equal(keysOf('Your E-mail!', 'Größe (cm)', '名前', 'Constructor'), [
    'your_e_mail',
    'grosse_cm',
    'mingqian',
    'constructor',
  ]);
});

test('derived keys are made unique, and given keys are kept', () => {
  assert.equal(keysOf('Name', 'Name', 'NAME'), ['name', 'name_2', 'name_3']);
  assert.equal(keysOf('Name', 'name'), ['name_2', 'name'], 'no key is the label of another question');
  const fields = fieldsOf(
    { label: 'Name', kind: 'short_text' },
    { label: 'Name', kind: 'short_text', key: 'name' },
    { label: 'Other', kind: 'short_text', key: 'name_2' },
  );
  assert.equal(
    fields.map(({ key }) => key),
    ['name_3', 'name', 'name_2'],
  );
});

test('long labels make unique keys of 64 characters at most', () => {
  const [first = '', second = ''] = keysOf('x'.repeat(300), 'x'.repeat(300));
  assert.is(first, 'x'.repeat(64));
  assert.is(second, 'x'.repeat(62) + '_2');
});

test('a field with the same key keeps its id, even with another kind; a new key gets a new id', () => {
  const existing = fieldsOf({ label: 'Name', kind: 'short_text' }, { label: 'Age', kind: 'number' });
  const inputs: FieldInput[] = [
    { label: 'How old are you?', key: 'age', kind: 'short_text' },
    { label: 'Name', kind: 'short_text' },
    { label: 'Town', kind: 'short_text' },
  ];
  const result = defineFields(inputs, existing, () => 'new');
  assert.ok(result.ok);
  assert.equal(
    result.value.map(({ id, key, kind, position }) => [id, key, kind, position]),
    [
      ['q2', 'age', 'short_text', 0],
      ['q1', 'name', 'short_text', 1],
      ['new', 'town', 'short_text', 2],
    ],
  );
});

test('an empty default counts as none', () => {
  const [field] = fieldsOf({ label: 'Name', kind: 'short_text', default_value: null });
  assert.not.ok(field && 'default_value' in field);
});

const text = (validation: FieldInput['validation'] = {}): FieldInput => ({
  label: 'x',
  kind: 'short_text',
  validation,
});
const rating = (validation: FieldInput['validation'] = {}): FieldInput => ({
  label: 'x',
  kind: 'rating',
  validation,
});
const many = (validation: FieldInput['validation'] = {}): FieldInput => ({
  ...least('multiple_choice'),
  validation,
});

const refused: [string, FieldInput, string[]][] = [
  ['a blank label', { label: ' ', kind: 'email' }, ['/label required']],
  ['a key of harm', { label: 'x', kind: 'email', key: '__proto__' }, ['/key invalid_format']],
  [
    'a row of harm',
    { ...least('matrix'), rows: optionsOf('a', '__proto__', 'constructor') },
    ['/rows/1/value invalid_format'],
  ],
  [
    'a row of harm under its key',
    { ...least('matrix'), key: 'constructor', rows: optionsOf('prototype') },
    ['/rows/0/value invalid_format'],
  ],
  ['a required statement', { ...least('statement'), required: true }, ['/required unknown_field']],
  ['a choice without options', { label: 'x', kind: 'dropdown' }, ['/options required']],
  ['a choice of no options', { label: 'x', kind: 'ranking', options: [] }, ['/options required']],
  ['a matrix of nothing', { label: 'x', kind: 'matrix' }, ['/options required', '/rows required']],
  [
    'options that repeat',
    { ...many(), options: optionsOf('a', 'b', 'a') },
    ['/options/2/value invalid_option'],
  ],
  ['rows that repeat', { ...least('matrix'), rows: optionsOf('r', 'r') }, ['/rows/1/value invalid_option']],
  ['options of a text', { ...text(), options: ab }, ['/options unknown_field']],
  ['rows of a choice', { ...many(), rows: ab }, ['/rows unknown_field']],
  ['a range of a text', text({ min: 1 }), ['/validation/min unknown_field']],
  [
    'lengths of a number',
    { label: 'x', kind: 'number', validation: { min_length: 1, pattern: 'x' } },
    ['/validation/min_length unknown_field', '/validation/pattern unknown_field'],
  ],
  [
    'selections of one choice',
    { ...least('dropdown'), validation: { max_selections: 1 } },
    ['/validation/max_selections unknown_field'],
  ],
  [
    'a range of a date',
    { label: 'x', kind: 'date', validation: { max: 3 } },
    ['/validation/max unknown_field'],
  ],
  ['a range of nps', { label: 'x', kind: 'nps', validation: { max: 5 } }, ['/validation/max unknown_field']],
  ['a range the wrong way round', rating({ min: 4, max: 3 }), ['/validation/min out_of_range']],
  ['a minimum above the usual end', rating({ min: 6 }), ['/validation/min out_of_range']],
  ['a maximum below the usual start', rating({ max: 0 }), ['/validation/max out_of_range']],
  ['more stars than fit', rating({ max: 101 }), ['/validation/max out_of_range']],
  ['half a star', rating({ max: 4.5 }), ['/validation/max invalid_type']],
  [
    'an amount below nothing',
    { label: 'x', kind: 'payment', validation: { min: -1 } },
    ['/validation/min out_of_range'],
  ],
  [
    'lengths the wrong way round',
    text({ min_length: 5, max_length: 4 }),
    ['/validation/min_length out_of_range'],
  ],
  ['a text longer than the kind', text({ max_length: 2001 }), ['/validation/max_length out_of_range']],
  [
    'a long text with a pattern',
    { label: 'x', kind: 'long_text', validation: { pattern: 'a*', max_length: 2_001 } },
    ['/validation/max_length out_of_range'],
  ],
  [
    'selections the wrong way round',
    many({ min_selections: 2, max_selections: 1 }),
    ['/validation/min_selections out_of_range'],
  ],
  ['more selections than options', many({ min_selections: 3 }), ['/validation/min_selections out_of_range']],
  ['no selection at all', many({ max_selections: 0 }), ['/validation/max_selections out_of_range']],
  ['a pattern that is none', text({ pattern: '(' }), ['/validation/pattern invalid_format']],
  [
    'a pattern that is none, and a wrong length',
    text({ pattern: '(', min_length: 9, max_length: 3 }),
    ['/validation/min_length out_of_range', '/validation/pattern invalid_format'],
  ],
  ['a look-ahead', text({ pattern: '(?=a)' }), ['/validation/pattern invalid_format']],
  ['a back-reference', text({ pattern: '(a)\\1' }), ['/validation/pattern invalid_format']],
  ['a pattern too large', text({ pattern: '.{1000}.{1000}' }), ['/validation/pattern invalid_format']],
  ['a pattern of many steps', text({ pattern: '.{301}' }), ['/validation/pattern invalid_format']],
  [
    'a text too long for the steps of its pattern',
    text({ pattern: '(?:ab?){90}', max_length: 1_000 }),
    ['/validation/max_length out_of_range'],
  ],
  ['a default of another type', { ...text(), default_value: 3 }, ['/default_value invalid_type']],
  ['a default that is no option', { ...many(), default_value: ['c'] }, ['/default_value/0 invalid_option']],
  [
    'a default that is too short',
    { ...text({ min_length: 2 }), default_value: 'x' },
    ['/default_value too_short'],
  ],
  [
    'a hidden answer that is required and has no default',
    { label: 'x', kind: 'hidden', required: true },
    ['/default_value required'],
  ],
  [
    'a hidden field that is required and has no default',
    { ...text(), required: true, hidden: true },
    ['/default_value required'],
  ],
  [
    'a hidden consent that is required',
    { label: 'x', kind: 'consent', required: true, hidden: true },
    ['/default_value required'],
  ],
  [
    'a hidden consent that is required and not given',
    { label: 'x', kind: 'consent', required: true, hidden: true, default_value: false },
    ['/default_value required'],
  ],
  [
    'a hidden field with a blank default',
    { ...text(), required: true, hidden: true, default_value: ' \u200b' },
    ['/default_value required'],
  ],
  ['an invisible label', { label: '\u200b\u2060', kind: 'email' }, ['/label required']],
  [
    'an option that is blank',
    { ...many(), options: [...ab, { value: ' ', label: '\u3164' }] },
    ['/options/2/value required', '/options/2/label required'],
  ],
  [
    'a range of numbers that cannot be stored',
    { label: 'x', kind: 'number', validation: { min: 1e20 } },
    ['/validation/min out_of_range'],
  ],
  ['a text of no characters', text({ max_length: 0 }), ['/validation/max_length out_of_range']],
  [
    'a pattern that matches the empty text alone',
    text({ pattern: '' }),
    ['/validation/pattern invalid_format'],
  ],
  [
    'a pattern of a character that is removed from answers',
    text({ pattern: '\\x{202e}.+' }),
    ['/validation/pattern invalid_format'],
  ],
  [
    'a pattern of letters that show nothing',
    text({ pattern: '[\\x{3164}\\x{fe0f}]+' }),
    ['/validation/pattern invalid_format'],
  ],
  ['a pattern of blanks', text({ pattern: '\\s+' }), ['/validation/pattern invalid_format']],
  ['a pattern that matches nothing', text({ pattern: 'a\\bb' }), ['/validation/pattern invalid_format']],
  [
    'a pattern longer than its text may be',
    text({ pattern: '[A-Z]{5}', max_length: 4 }),
    ['/validation/pattern invalid_format'],
  ],
  [
    'a pattern shorter than its text must be',
    text({ pattern: '[a-z]{1,5}', min_length: 6 }),
    ['/validation/pattern invalid_format'],
  ],
  [
    'a pattern of even lengths and a length that is odd',
    text({ pattern: '(ab)*', min_length: 3, max_length: 3 }),
    ['/validation/pattern invalid_format'],
  ],
  [
    'a pattern of several lines for a line',
    text({ pattern: 'a\\nb' }),
    ['/validation/pattern invalid_format'],
  ],
  [
    'an e-mail address of three characters',
    { label: 'x', kind: 'email', validation: { max_length: 3 } },
    ['/validation/max_length out_of_range'],
  ],
  [
    'an e-mail address of digits alone',
    { label: 'x', kind: 'email', validation: { pattern: '\\d+' } },
    ['/validation/pattern invalid_format'],
  ],
  [
    'an e-mail address at a host without a dot',
    { label: 'x', kind: 'email', validation: { pattern: '.*@localhost' } },
    ['/validation/pattern invalid_format'],
  ],
  [
    'an e-mail address whose domain ends with one letter',
    { label: 'x', kind: 'email', validation: { pattern: '.*\\.c' } },
    ['/validation/pattern invalid_format'],
  ],
  [
    'a telephone number of four characters',
    { label: 'x', kind: 'phone', validation: { max_length: 4 } },
    ['/validation/max_length out_of_range'],
  ],
  [
    'a telephone number with the code of a country and five digits',
    { label: 'x', kind: 'phone', validation: { pattern: '\\+44[\\d ]+', max_length: 6 } },
    ['/validation/pattern invalid_format'],
  ],
  [
    'a telephone number of letters',
    { label: 'x', kind: 'phone', validation: { pattern: '[a-z ]+' } },
    ['/validation/pattern invalid_format'],
  ],
  [
    'a URL of another scheme',
    { label: 'x', kind: 'url', validation: { pattern: 'ftp://.*' } },
    ['/validation/pattern invalid_format'],
  ],
  [
    'a URL of eight characters',
    { label: 'x', kind: 'url', validation: { max_length: 7 } },
    ['/validation/max_length out_of_range'],
  ],
  [
    'a default of a statement',
    { ...least('statement'), default_value: 'x' },
    ['/default_value invalid_type'],
  ],
];
for (const [name, input, problems] of refused)
  test(`${name} is refused`, () => {
    assert.ok(Value.Check(FieldInput, input), 'the request would be refused for its shape alone');
    assert.equal(
      problemsOf(input),
      problems.map((problem) => `/fields/0${problem}`),
    );
  });

test('the second use of a key is refused', () => {
  const twice: FieldInput = { label: 'x', key: 'k', kind: 'email' };
  assert.equal(problemsOf(twice, twice), ['/fields/1/key ambiguous_field']);
});

test('all problems are reported at once, with the keys of their fields', () => {
  const bad: FieldInput = { label: 'Pick', kind: 'dropdown' };
  const result = defineFields([bad, least('email'), { ...bad, rows: ab }], [], () => 'q');
  assert.equal(result.ok || result.error.map(({ field, path }) => [field, path]), [
    ['pick', '/fields/0/options'],
    ['pick_2', '/fields/2/options'],
    ['pick_2', '/fields/2/rows'],
  ]);
});

test('patterns that are too expensive together are refused from the first beyond the limit', () => {
  const costly = text({ pattern: '.{290}' });
  const six = Array.from({ length: 6 }, () => costly);
  assert.equal(problemsOf(...six), []);
  assert.equal(problemsOf(...six, costly, text({ pattern: 'a' })), [
    '/fields/6/validation/pattern invalid_format',
    '/fields/7/validation/pattern invalid_format',
  ]);
});

test('required texts that are too long together are refused from the first beyond the limit', () => {
  const long: FieldInput = {
    label: 'x',
    kind: 'long_text',
    required: true,
    validation: { min_length: 100_000 },
  };
  const ten = Array.from({ length: 10 }, () => long);
  assert.equal(problemsOf(...ten, { ...long, required: false }), []);
  assert.equal(problemsOf(...ten, long, long), ['/fields/10 too_long']);
});

test('an accepted field that cannot be answered is kept until it is changed', () => {
  const before: FieldDefinition = {
    id: 'q1',
    key: 'campaign',
    label: 'Campaign',
    kind: 'hidden',
    position: 3,
    required: true,
    hidden: false,
  };
  const { id: _, position: __, ...input } = before;
  const define = (changed: FieldInput) => defineFields([changed], [before], () => 'q');
  assert.ok(define(input).ok);
  const relabelled = define({ ...input, label: 'Source' });
  assert.equal(relabelled.ok || briefly(relabelled.error), ['/fields/0/default_value required']);
});

test('a form has 500 fields at most', () => {
  const fields = Array.from({ length: 501 }, () => least('email'));
  assert.equal(problemsOf(...fields.slice(1)), []);
  assert.equal(problemsOf(...fields), ['/fields too_long']);
});

test.run();
