/** The form that everything is submitted to: ten questions of different kinds, all answered and all checked. */
export const newForm = {
  title: 'Registration for the summer course',
  status: 'published',
  fields: [
    { key: 'name', label: 'What is your name?', kind: 'short_text', required: true },
    { key: 'email', label: 'Where can we reach you?', kind: 'email', required: true },
    { key: 'site', label: 'Where can we read about you?', kind: 'url' },
    { key: 'age', label: 'How old are you?', kind: 'number', validation: { min: 16, max: 120 } },
    { key: 'course', label: 'Which course?', kind: 'single_choice', options: optionsOf('art', 'music') },
    { key: 'days', label: 'On which days?', kind: 'multiple_choice', options: optionsOf('mo', 'tu', 'we') },
    { key: 'rating', label: 'How was last year?', kind: 'rating', validation: { min: 1, max: 5 } },
    { key: 'vegetarian', label: 'Are you a vegetarian?', kind: 'yes_no' },
    { key: 'from', label: 'When do you arrive?', kind: 'date', required: true },
    { key: 'notes', label: 'What else?', kind: 'long_text', validation: { max_length: 500 } },
  ],
};

function optionsOf(...values: string[]) {
  return values.map((value) => ({ value, label: `Number ${value}` }));
}

/** The n-th answers: equal to no others, and of about the same size. */
export function answersOf(n: number) {
  const person = String(n).padStart(9, '0');
  return {
    name: `Ada ${person}`,
    email: `ada.${person}@example.com`,
    site: `https://example.com/people/${person}`,
    age: 20 + (n % 70),
    course: n % 2 === 0 ? 'art' : 'music',
    days: ['mo', 'we'],
    rating: 1 + (n % 5),
    vegetarian: n % 2 === 0,
    from: `2026-07-${String(1 + (n % 28)).padStart(2, '0')}`,
    notes: 'I shall bring my own instrument, and come by train.',
  };
}
