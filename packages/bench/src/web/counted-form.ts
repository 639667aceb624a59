const options = (...values: string[]) => values.map((value) => ({ value, label: `Option ${value}` }));

/** Twenty questions of the kinds that are counted, and answers to them. */
export const countedForm = {
  title: 'A form of twenty questions',
  status: 'published',
  fields: [
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((key) => ({
      key: `one_${key}`,
      label: `Choose ${key}`,
      kind: 'single_choice',
      options: options('w', 'x', 'y', 'z'),
    })),
    ...['a', 'b', 'c'].map((key) => ({
      key: `many_${key}`,
      label: `Choose some ${key}`,
      kind: 'multiple_choice',
      options: options('w', 'x', 'y', 'z'),
    })),
    ...['a', 'b', 'c', 'd'].map((key) => ({ key: `number_${key}`, label: `Number ${key}`, kind: 'number' })),
    { key: 'rating', label: 'A rating', kind: 'rating' },
    { key: 'nps', label: 'Would you recommend us?', kind: 'nps' },
    { key: 'day', label: 'A day', kind: 'date' },
    { key: 'order', label: 'An order', kind: 'ranking', options: options('x', 'y', 'z') },
    { key: 'name', label: 'A name', kind: 'short_text' },
    { key: 'notes', label: 'Notes', kind: 'long_text' },
    { key: 'mail', label: 'E-mail', kind: 'email' },
  ],
};

const words =
  'the room was bright and quiet but the food came late while music played all evening long'.split(' ');

/** The n-th answers to the form. */
export function answersTo(n: number): Readonly<Record<string, unknown>> {
  const of = <T>(list: readonly T[], step: number): T | undefined => list[(n * step) % list.length];
  const letters = ['w', 'x', 'y', 'z'];
  return Object.fromEntries<unknown>([
    ...['a', 'b', 'c', 'd', 'e', 'f'].map((key, at) => [`one_${key}`, of(letters, at + 1)] as const),
    ...['a', 'b', 'c'].map((key, at) => [`many_${key}`, letters.slice((n + at) % 3)] as const),
    ...['a', 'b', 'c', 'd'].map((key, at) => [`number_${key}`, ((n * (at + 7)) % 9_973) / (at + 1)] as const),
    ['rating', 1 + (n % 5)],
    ['nps', n % 11],
    ['day', new Date(Date.UTC(2020, 0, 1 + (n % 2_000))).toISOString().slice(0, 10)],
    ['order', n % 2 === 0 ? ['x', 'y', 'z'] : ['z', 'x']],
    ['name', `Ada ${n}`],
    ['notes', Array.from({ length: 12 }, (_, at) => of(words, at + 1)).join(' ')],
    ['mail', `ada.${n}@example.com`],
  ]);
}
