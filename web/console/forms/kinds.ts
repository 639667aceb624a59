import type { FieldKind } from '../../../domain/form/field.ts';

/** The names of kinds as people say them. */
export const kindNames: Readonly<Record<FieldKind, string>> = {
  short_text: 'Short text',
  long_text: 'Long text',
  email: 'E-mail address',
  phone: 'Phone number',
  url: 'Web address',
  full_name: 'Name',
  address: 'Postal address',
  single_choice: 'Single choice',
  multiple_choice: 'Multiple choice',
  dropdown: 'Drop-down list',
  ranking: 'Ranking',
  matrix: 'Grid',
  yes_no: 'Yes or no',
  consent: 'Consent',
  rating: 'Rating',
  scale: 'Scale',
  nps: '0 to 10 (NPS)',
  number: 'Number',
  payment: 'Payment',
  date: 'Date',
  time: 'Time',
  datetime: 'Date and time',
  file: 'File upload',
  statement: 'Text between questions',
  hidden: 'Hidden value',
};

/** The kinds by sort, in the order of the picker. */
export const kindGroups: readonly { readonly title: string; readonly kinds: readonly FieldKind[] }[] = [
  { title: 'Text', kinds: ['short_text', 'long_text'] },
  {
    title: 'Choices',
    kinds: ['single_choice', 'multiple_choice', 'dropdown', 'yes_no', 'ranking', 'matrix'],
  },
  { title: 'Ratings', kinds: ['rating', 'scale', 'nps'] },
  { title: 'Contact', kinds: ['full_name', 'email', 'phone', 'address', 'url'] },
  { title: 'Numbers and times', kinds: ['number', 'date', 'time', 'datetime', 'payment'] },
  { title: 'More', kinds: ['file', 'consent', 'statement', 'hidden'] },
];
