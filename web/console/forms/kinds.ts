import type { FieldKind } from '../../../domain/form/field.ts';

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
