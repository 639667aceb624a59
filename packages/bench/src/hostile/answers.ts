import type { FieldInput } from '../../../../domain/form/field.ts';
import { lengthsOf, rangeOf, selectionsOf } from '../../../../domain/form/kind-rules.ts';
import type { Genes } from './search.ts';
import { disorder, textOf } from './sizes.ts';

const parts = {
  address: ['line1', 'line2', 'city', 'state', 'postal_code', 'country'],
  full_name: ['prefix', 'first_name', 'middle_name', 'last_name', 'suffix'],
} as const;

/** The largest answer to a field that its form takes. @param size from 0 to 1: the length of texts */
function answerTo(
  { kind, validation, options = [], rows = [] }: FieldInput,
  letter: number,
  size: number,
): unknown {
  const values = options.map(({ value }) => value);
  switch (kind) {
    case 'email':
      return `${'a'.repeat(60)}@example.com`;
    case 'phone':
      return '+12025550123';
    case 'url':
      return `https://example.com/${'a'.repeat(Math.round(2_000 * size))}`;
    case 'number':
      return -1.5;
    case 'rating':
    case 'scale':
      return rangeOf(kind, validation).max;
    case 'nps':
      return 10;
    case 'yes_no':
    case 'consent':
      return true;
    case 'single_choice':
    case 'dropdown':
      return values.at(-1);
    case 'multiple_choice':
    case 'ranking':
      return values.slice(0, selectionsOf(kind, validation).max);
    case 'date':
      return '2026-11-27';
    case 'time':
      return '12:34:56';
    case 'datetime':
      return '2026-11-27T12:34:56Z';
    case 'address':
    case 'full_name':
      return Object.fromEntries(parts[kind].map((part) => [part, textOf(letter, size, 500)]));
    case 'matrix': {
      const { max } = selectionsOf(kind, validation);
      return Object.fromEntries(
        rows.map((row) => [row.value, max > 1 ? values.slice(0, max) : values.at(-1)]),
      );
    }
    case 'payment':
      return { amount: 100, currency: 'EUR' };
    case 'file':
    case 'statement':
      return undefined;
    case 'short_text':
    case 'long_text':
    case 'hidden': {
      const most = Math.round(lengthsOf(kind, validation).max * size);
      return validation?.pattern === undefined ? textOf(letter, 1, Math.max(1, most)) : disorder(most);
    }
  }
}

/** Answers to all fields, by their keys. Genes give the letter and the length of texts. */
export const answersTo = (
  fields: readonly FieldInput[],
  genes: Genes,
  size: number,
): Record<string, unknown> =>
  Object.fromEntries(
    fields
      .map((field) => [field.key ?? '', answerTo(field, genes[5] ?? 0, size)] as const)
      .filter(([, answer]) => answer !== undefined),
  );

/** Answers as a browser sends them. */
export function typedAnswers(answers: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(answers).flatMap(([key, answer]) =>
    typeof answer === 'object' && answer !== null && !Array.isArray(answer)
      ? Object.entries(answer).flatMap(([part, one]) =>
          [one].flat().map((each) => [`${key}.${part}`, String(each)] as const),
        )
      : [answer].flat().map((each) => [key, each === true ? 'yes' : String(each)] as const),
  );
  return pairs.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`).join('&');
}
