import { suite } from 'uvu';
import { each, format, type, testTables, type AnswerTable } from '../support/answer-table.ts';

const test = suite('answers that are texts');
const longText = 'x'.repeat(2001);

const tables: readonly AnswerTable[] = [
  {
    question: { kind: 'short_text' },
    good: ['Ann', ' x ', '🙂'.repeat(2000), '__proto__'],
    bad: [
      [3, type],
      [true, type],
      [['a'], type],
      [{}, type],
      [longText, [' too_long']],
    ],
  },
  {
    question: { kind: 'long_text', validation: { min_length: 3, max_length: 5 } },
    good: ['abc', 'abcde', '🙂🙂🙂', 'a\nb'],
    bad: [
      ['ab', [' too_short']],
      ['🙂🙂', [' too_short']],
      ['abcdef', [' too_long']],
    ],
  },
  {
    question: { kind: 'long_text' },
    good: ['x'.repeat(100_000)],
    bad: [['x'.repeat(100_001), [' too_long']]],
  },
  {
    question: { kind: 'short_text', validation: { pattern: '[A-Z]{2}\\d+' } },
    good: ['AB1', 'XY123'],
    bad: [
      ['ab1', format],
      ['AB1 ', format],
      ['xAB1', format],
      [7, type],
    ],
  },
  {
    question: { kind: 'short_text', validation: { pattern: '(a+)+' } },
    good: ['aaaa'],
    bad: [['a'.repeat(1999) + '!', format]],
  },
  {
    question: { kind: 'hidden' },
    good: ['utm'],
    bad: [
      [1, type],
      [longText, [' too_long']],
    ],
  },
  {
    question: { kind: 'email' },
    good: [
      ...['ann@example.org', 'a.b+c@sub.example.co.uk', 'jürgen@müller.de', "o'neil@example.ie"],
      ...['राम@मोहन.ईन्फो', 'ada@उदाहरण.भारत', '用户@例子.网络', 'ادا@نامه\u200cای.com'],
    ],
    bad: [
      ...each(format, 'ann', 'ann@', '@example.org', 'ann@localhost', 'a b@example.org', 'ann@-x.org'),
      ...each(
        format,
        'a@b@example.org',
        'a..b@example.org',
        '.a@example.org',
        'ann@1.2.3.4',
        'ann@example.1',
        'ann@example.c',
        'ann@example.org.',
        'ann@[1.2.3.4]',
        `${'x'.repeat(65)}@example.org`,
      ),
      [`a@${'x.'.repeat(130)}org`, [' too_long']],
      [1, type],
    ],
  },
  {
    question: { kind: 'phone' },
    good: [
      ...[
        '+49 30 1234567',
        '030/123-45.67',
        '(030) 12345',
        '112 00',
        '+49 (0)30 123 - 45',
        '+1 (415) 555-0100',
      ],
      ...['(0 30) 1 23 45', '+(49) 30 12345', '(+44) 20 7946 0000', '+44 20 7946 0000 ext. 12'],
      ...['020 7946 0000 x12', '+44 20 7946 0000;ext=12', '12345 ext 6', '030 12345 #7'],
    ],
    bad: [
      ['1234', format],
      ['+', format],
      ['1'.repeat(16), format],
      ['0x12345', format],
      ...each(
        format,
        '((((12345',
        '(((((12345',
        '12345)',
        '-12345',
        '12345-',
        '1----2345',
        '+ 12345',
        '1+23456',
        '()12345',
        '+999 123456789',
        '+44 20',
        '+44 20 7946 0000 1234',
        'call 12345',
        '12345 ext',
      ),
      [112, type],
    ],
  },
  {
    question: { kind: 'url' },
    good: [
      'https://example.org',
      'http://localhost:8080/a?b=c#d',
      'https://müller.de/ü',
      'http://127.0.0.1:80/',
      'http://[::1]/',
      'https://example.org.',
      'HTTPS://EXAMPLE.ORG?q=a@b',
    ],
    bad: [
      ...each(
        format,
        'example',
        'localhost:8080',
        'ada@example.org',
        '127.0.0.1',
        'ftp://example.org',
        'javascript:alert(1)',
        'https://',
        'https://a b.org',
        'https://a\n.org',
      ),
      ...each(
        format,
        ...[
          'https:///x',
          'https:////x',
          'https:x',
          'https:/x',
          'https://\\x',
          'https://a\\b',
          'https://?x',
          'https://#x',
        ],
        ...[
          'https://@x',
          'https://ann:secret@example.org',
          'https://:80',
          'https://a..b',
          'https://.',
          'https://.org',
        ],
        ...[
          'http://1',
          'http://0x7f.1',
          'http://2130706433',
          'https://%20',
          'https://example.org:99999',
          'https://[::1',
        ],
        ...['//example.org', 'https://example.org/a b', 'www', 'www..org', '.example.org'],
      ),
      [`https://example.org/${'x'.repeat(2048)}`, [' too_long']],
    ],
  },
  {
    question: { kind: 'date' },
    good: ['2024-02-29', '2000-02-29', '2026-12-31'],
    bad: [
      ...each(
        format,
        '2023-02-29',
        '1900-02-29',
        '2026-04-31',
        '2026-13-01',
        '2026-00-10',
        '2026-01-00',
        '2026-1-1',
      ),
      ...each(format, '0000-01-01', '2026-01-01T00:00:00Z', '01.02.2026', ' 2026-01-01', '2026-01-01\n'),
      [20260101, type],
    ],
  },
  {
    question: { kind: 'time' },
    good: ['00:00', '23:59'],
    bad: [
      ['24:00', format],
      ['12:60', format],
      ['9:30', format],
      ['09:30:00', format],
      [930, type],
    ],
  },
  {
    question: { kind: 'datetime' },
    good: [
      ...['2024-02-29T23:59:59Z', '2026-03-01T12:00:00.123Z', '2026-03-01T12:00:00+01:00'],
      ...['2026-03-01T12:00:00.5-03:30', '2026-03-01T12:00:00-00:00', '2026-03-01T12:00:00+14:00'],
    ],
    bad: [
      ...each(
        format,
        '0000-01-01T00:00:00Z',
        '2023-02-29T00:00:00Z',
        '2026-03-01T24:00:00Z',
        '2026-03-01T12:00:00',
        '2026-03-01T12:00:00+0100',
        '2026-03-01T12:00:00+24:00',
        '2026-03-01T12:00:00+01:60',
        '2026-02-29T12:00:00+01:00',
        '2026-03-01T12:00:00 +01:00',
        '2026-03-01T12:00:00Z+01:00',
      ),
      ...each(format, '2026-03-01', '2026-03-01 12:00:00Z', '2026-03-01T12:00:00.Z'),
      [0, type],
    ],
  },
];

testTables(test, tables);

test.run();
