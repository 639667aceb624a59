import { jsonBytes } from '../../../../api/http/body-limits.ts';
import { defineFields } from '../../../../domain/form/define-fields.ts';
import { type FieldInput, fieldKinds } from '../../../../domain/form/field.ts';
import type { Genes } from './search.ts';
import { largest, pick, says, sized, textOf } from './sizes.ts';

export interface NewForm {
  readonly title: string;
  readonly status: string;
  readonly fields: readonly FieldInput[];
}

const patterns = ['a*', '[a-z]{1,9}', '(a|b|ab)*c', '(x+x+)+y', '\\p{L}+', 'a{200}', '(.*)(.*)(.*)z']
  .concat(['[ab]*a[ab]{200}', '([ab]*a[ab]{20}){10}', '(a?){120}', '(((a{0,9}){0,9}){0,9}){0,9}'])
  .concat(['[ab]*a[ab]{480}', '(.?){120}z', '((((((((((a?){9}){9}){9}){9}){9}){9}){9}){9}){9}){9}']);
const kindsWithOptions: readonly string[] = [
  'single_choice',
  'dropdown',
  'multiple_choice',
  'ranking',
  'matrix',
];

/** A form, within the limits or beyond them. Where genes ask for that, it has as many fields as are accepted. */
export function hostileForm(genes: Genes): NewForm {
  const form = (count: number) => ({ title: 'Hostile', status: 'published', fields: fieldsOf(genes, count) });
  const count = sized(genes[0], 500);
  return form(
    says(genes, 12)
      ? Math.max(
          1,
          largest(500, (most) => isAccepted(form(most))),
        )
      : count,
  );
}

/** The form that genes stand for with as many fields as are accepted; null if not even one is. */
export function acceptedForm(genes: Genes): NewForm | null {
  const form = (count: number) => ({ title: 'Hostile', status: 'published', fields: fieldsOf(genes, count) });
  const count = largest(sized(genes[0], 500), (most) => isAccepted(form(most)));
  return count === 0 ? null : form(count);
}

/** Whether the service takes a form, as far as its limits are known here. */
const isAccepted = (form: NewForm): boolean =>
  Buffer.byteLength(JSON.stringify(form)) <= jsonBytes &&
  defineFields(form.fields, [], () => 'x'.repeat(20)).ok;

function fieldsOf(genes: Genes, count: number): FieldInput[] {
  const [, kind, mix, options, rows, letter, label, value, help, pattern, columns, several] = genes;
  const choices = (gene: number | undefined, most: number) =>
    Array.from({ length: sized(gene, most) }, (_, n) => ({
      value: `${n}${textOf(letter, value, 400)}`,
      label: textOf(letter, label, 400),
    }));
  return Array.from({ length: count }, (_, n) => {
    const own = pick(fieldKinds, ((kind ?? 0) + n * Math.round((mix ?? 0) * 3) * 0.041) % 1);
    const isText = own === 'short_text' || own === 'long_text';
    return {
      key: `k${n}`,
      label: textOf(letter, label, 2_000),
      kind: own,
      ...((help ?? 0) > 0.5 && { help_text: textOf(letter, help, 2_000) }),
      ...(kindsWithOptions.includes(own) && {
        options: choices(own === 'matrix' ? columns : options, own === 'ranking' ? 100 : 1_000),
      }),
      ...(own === 'matrix' && { rows: choices(rows, 200) }),
      ...(own === 'matrix' && (several ?? 0) > 0.5 && { validation: { max_selections: 2 } }),
      ...(isText && (pattern ?? 0) > 0.3 && { validation: { pattern: pick(patterns, several) } }),
      ...(isText && says(genes, 13) && { default_value: textOf(genes[14], genes[15], 2_000) }),
    };
  });
}
