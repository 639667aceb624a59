import { suite } from 'uvu';
import { abc, type AnswerTable, option, range, testTables, type } from '../../support/answer-table.ts';
import { optionsOf } from '../../support/fields.ts';

const test = suite('answers that are numbers, choices or objects');

const tables: readonly AnswerTable[] = [
  {
    question: { kind: 'number' },
    good: [0, -1.5, 9_007_199_254_740_991, 5e-324],
    bad: [
      ['3', type],
      [NaN, type],
      [Infinity, range],
      [9_007_199_254_740_992, range],
      [1e300, range],
      [true, type],
      [[1], type],
    ],
  },
  {
    question: { kind: 'number', validation: { min: 1, max: 2.5 } },
    good: [1, 2.5],
    bad: [
      [0.9, range],
      [2.6, range],
    ],
  },
  {
    question: { kind: 'rating' },
    good: [1, 5],
    bad: [
      [0, range],
      [6, range],
      [2.5, type],
      ['5', type],
    ],
  },
  { question: { kind: 'rating', validation: { max: 10 } }, good: [10], bad: [[11, range]] },
  {
    question: { kind: 'scale' },
    good: [0, 10],
    bad: [
      [-1, range],
      [11, range],
      [0.5, type],
    ],
  },
  { question: { kind: 'scale', validation: { min: -3, max: 3 } }, good: [-3, 3], bad: [[4, range]] },
  {
    question: { kind: 'nps' },
    good: [0, 10],
    bad: [
      [11, range],
      [-1, range],
      [9.5, type],
    ],
  },
  {
    question: { kind: 'yes_no' },
    good: [true, false],
    bad: [
      ['true', type],
      [1, type],
      ['', type],
    ],
  },
  { question: { kind: 'consent' }, good: [true, false], bad: [['on', type]] },
  {
    question: { kind: 'consent', required: true },
    good: [true],
    bad: [
      [false, [' required']],
      ['yes', type],
    ],
  },
  { question: { kind: 'yes_no', required: true }, good: [true, false], bad: [[0, type]] },
  {
    question: { kind: 'single_choice', options: abc },
    good: ['a'],
    bad: [
      ['d', option],
      ['A', option],
      [['a'], type],
      [0, type],
      ['__proto__', option],
    ],
  },
  { question: { kind: 'dropdown', options: abc }, good: ['c'], bad: [['constructor', option]] },
  {
    question: { kind: 'multiple_choice', options: abc },
    good: [['a'], ['c', 'a', 'b']],
    bad: [
      ['a', type],
      [{}, type],
      [['a', 'd'], ['/1 invalid_option']],
      [['a', 'a'], ['/1 invalid_option']],
      [
        ['a', null, 3],
        ['/1 invalid_type', '/2 invalid_type'],
      ],
      [['a', 'b', 'c', 'a'], [' too_long']],
    ],
  },
  {
    question: { kind: 'multiple_choice', options: abc, validation: { min_selections: 2, max_selections: 2 } },
    good: [['a', 'b']],
    bad: [
      [['a'], [' too_short']],
      [['a', 'b', 'c'], [' too_long']],
    ],
  },
  {
    question: { kind: 'ranking', options: abc },
    good: [['c', 'a', 'b'], ['b']],
    bad: [
      [['b', 'b'], ['/1 invalid_option']],
      ['b', type],
    ],
  },
  {
    question: { kind: 'ranking', options: abc, validation: { min_selections: 3 } },
    good: [['c', 'b', 'a']],
    bad: [[['c'], [' too_short']]],
  },
  {
    question: { kind: 'address' },
    good: [
      { line1: 'Main Street 1', postal_code: '10115', city: 'Berlin', country: 'DE' },
      { city: 'Rome', line2: '' },
      { line1: '😀'.repeat(500) },
    ],
    bad: [
      ['Main Street 1', type],
      [['x'], type],
      [[], type],
      [['', []], type],
      [{ city: 1 }, ['/city invalid_type']],
      [{ town: 'Berlin' }, ['/town unknown_field']],
      [{ city: 'x'.repeat(501) }, ['/city too_long']],
      [{ line1: '😀'.repeat(501) }, ['/line1 too_long']],
      [{ ['__proto__']: 'x' }, ['/__proto__ unknown_field']],
    ],
  },
  {
    question: { kind: 'full_name' },
    good: [
      { first_name: 'Ann', last_name: 'Example' },
      { prefix: 'Dr', middle_name: 'B', suffix: 'Jr', last_name: 'C' },
    ],
    bad: [
      ['Ann Example', type],
      [[''], type],
      [{ first_name: null, 'a/b': 'x' }, ['/first_name invalid_type', '/a~1b unknown_field']],
    ],
  },
  {
    question: { kind: 'matrix', options: abc, rows: optionsOf('r1', 'r2') },
    good: [{ r1: 'a', r2: 'b' }, { r2: 'c' }],
    bad: [
      [['a'], type],
      [[], type],
      ['a', type],
      [{ r1: 'd' }, ['/r1 invalid_option']],
      [{ r1: ['a'] }, ['/r1 invalid_type']],
      [{ r3: 'a' }, ['/r3 invalid_option']],
      [{ ['__proto__']: 'a' }, ['/__proto__ invalid_option']],
    ],
  },
  {
    question: { kind: 'matrix', required: true, options: abc, rows: optionsOf('r1', 'r2') },
    good: [{ r1: 'a', r2: 'b' }],
    bad: [[{ r1: 'a' }, ['/r2 required']]],
  },
  {
    question: {
      kind: 'matrix',
      options: abc,
      rows: optionsOf('r1', 'r2'),
      validation: { max_selections: 2 },
    },
    good: [{ r1: ['a', 'b'], r2: ['c'] }],
    bad: [
      [{ r1: 'a' }, ['/r1 invalid_type']],
      [{ r1: ['a', 'b', 'c'] }, ['/r1 too_long']],
      [{ r1: ['a', 'a'] }, ['/r1/1 invalid_option']],
    ],
  },
  {
    question: { kind: 'payment' },
    good: [
      { amount: 0, currency: 'EUR' },
      { amount: 1500, currency: 'USD' },
    ],
    bad: [
      [1500, type],
      [[], type],
      [{ amount: 15 }, ['/currency required']],
      [{ amount: 1.5, currency: 'EUR' }, ['/amount invalid_type']],
      [{ amount: -1, currency: 'EUR' }, ['/amount out_of_range']],
      [{ amount: 1, currency: 'ZZZ' }, ['/currency invalid_format']],
      [{ amount: 1, currency: 'XXX' }, ['/currency invalid_format']],
      [{ amount: '1', currency: 'eur' }, ['/amount invalid_type', '/currency invalid_format']],
      [{ amount: 1, currency: 'EUR', card: '4242' }, ['/card unknown_field']],
    ],
  },
  {
    question: { kind: 'statement' },
    good: [],
    bad: [
      ['x', type],
      [true, type],
    ],
  },
];

testTables(test, tables);

test.run();
