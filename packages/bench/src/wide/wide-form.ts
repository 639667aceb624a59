/** A form of so many short questions. */
export const formOf = (questions: number) => ({
  title: `A form of ${questions} questions`,
  status: 'published',
  fields: keys(questions).map((key) => ({ key, label: `What is the answer to ${key}?`, kind: 'short_text' })),
});

/** The n-th answers to such a form: equal to no others, and of the same size. */
export const answersTo = (questions: number, n: number) =>
  Object.fromEntries(keys(questions).map((key, at) => [key, String(n * questions + at).padStart(11, '0')]));

const keys = (questions: number): string[] =>
  Array.from({ length: questions }, (_, at) => `q${String(at).padStart(2, '0')}`);
