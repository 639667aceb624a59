import { InvalidArgumentError } from 'commander';
import { type FieldInput, fieldKinds } from '../../../domain/form/field.ts';
import { splitList } from '../../../domain/submission/table/lists.ts';

/** The syntax of `--field` and `--add-field`, for their help. */
export const fieldSyntax =
  '"key:kind[:label]": an asterisk after the key makes the field required, and choices follow the kind, ' +
  'as in "drink*:single_choice(tea,coffee):Tea or coffee?". Put a choice that contains a comma in quotation marks';

/** A field of the command line, which always has a key. */
export type FieldOption = FieldInput & { readonly key: string };

/** Parses a field. @param before the fields of earlier options with the same name */
export function fieldOption(text: string, before: readonly FieldOption[] = []): FieldOption[] {
  const [, key, star, kindName = '', choices, label] =
    /^([a-z0-9_]{1,64})(\*?):([a-z_]+)(?:\(((?:"(?:[^"]|"")*"|[^)"])*)\))?(?::(.+))?$/s.exec(text) ?? [];
  if (key === undefined)
    throw new InvalidArgumentError('Must be key:kind or key:kind:label, with a key such as full_name.');
  const kind = fieldKinds.find((known) => known === kindName);
  if (kind === undefined)
    throw new InvalidArgumentError(`There is no kind ${kindName}. Choose one of: ${fieldKinds.join(', ')}.`);
  const field = {
    key,
    kind,
    label: label?.trim() ?? labelOf(key),
    ...(star === '*' && { required: true }),
    ...(choices !== undefined && { options: choicesIn(choices) }),
  };
  return [...before, field];
}

function choicesIn(text: string) {
  const choices = splitList(text, ',');
  if (choices === null) throw new InvalidArgumentError('Text follows a choice in quotation marks.');
  return choices.map((choice) => ({ value: choice, label: choice }));
}

const labelOf = (key: string): string => {
  const words = key.replaceAll('_', ' ').trim() || key;
  return words.charAt(0).toUpperCase() + words.slice(1);
};
