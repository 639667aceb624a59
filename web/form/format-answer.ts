import { type FieldDefinition, isShown } from '../../domain/form/field.ts';
import { currencyOf, priceOf } from '../../domain/form/price.ts';
import { type EnteredTexts, keptLabels, keptTexts, ownTexts, textOf, typedByField } from './entered-texts.ts';
import { filesInTexts } from './file-texts.ts';
import { partsOf } from './part-controls.tsx';
import type { Texts } from './texts.ts';

/** An answer that has no place on a page any more, as it was shown. */
export interface KeptAnswer {
  readonly label: string;
  /** The text that was typed, or the labels that were chosen; lines are separated by line breaks. */
  readonly text: string;
}

/** What was typed into the controls of a field, in the words of the page; empty if nothing was. */
export function formatAnswer(field: FieldDefinition, typed: EnteredTexts, texts: Texts): string {
  const { key, kind, options = [], rows = [] } = field;
  const chosen = (name: string) => (typed[name] ?? []).filter((text) => text.trim() !== '');
  const labelled = (name: string) => chosen(name).map((value) => labelOf(options, value));
  switch (kind) {
    case 'yes_no':
    case 'consent':
      return chosen(key)
        .map((text) => (text === 'yes' || text === 'no' ? texts.say(text) : text))
        .join(', ');
    case 'single_choice':
    case 'dropdown':
    case 'multiple_choice':
      return labelled(key).join('\n');
    case 'file':
      return filesInTexts(typed[key])
        .map(({ name }) => name)
        .join('\n');
    case 'ranking':
      return options
        .map(({ value, label }) => ({ label, place: textOf(typed, `${key}.${value}`).trim() }))
        .filter(({ place }) => place !== '')
        .sort((a, b) => Number(a.place) - Number(b.place))
        .map(({ label, place }) => `${place}. ${label}`)
        .join('\n');
    case 'matrix':
      return rows
        .map(({ value, label }) => [label, labelled(`${key}.${value}`).join(', ')] as const)
        .filter(([, columns]) => columns !== '')
        .map(([row, columns]) => texts.named(row, columns))
        .join('\n');
    case 'address':
    case 'full_name':
      return inParts(field, typed, texts);
    case 'payment':
      return moneyTyped(field, typed, texts);
    default:
      return textOf(typed, key).trim() === '' ? '' : textOf(typed, key);
  }
}

function inParts({ key, kind }: FieldDefinition, typed: EnteredTexts, texts: Texts): string {
  return (partsOf[kind] ?? [])
    .map((name) => [name, textOf(typed, `${key}.${name}`)] as const)
    .filter(([, text]) => text.trim() !== '')
    .map(([name, text]) => texts.named(texts.say(`part.${name}`), text))
    .join('\n');
}

/** The amount with its currency: the price whose box was ticked, or what was typed. */
function moneyTyped(field: FieldDefinition, typed: EnteredTexts, texts: Texts): string {
  const [currency, price] = [currencyOf(field), priceOf(field)];
  if (currency === null) return inParts(field, typed, texts);
  const amount = textOf(typed, `${field.key}.amount`);
  if (amount.trim() === '') return '';
  return price ? texts.money(price) : texts.named(texts.say('amountIn', { currency }), amount);
}

/** All that was typed into the fields of a form. */
export function formatAnswers(
  fields: readonly FieldDefinition[],
  typed: EnteredTexts,
  texts: Texts,
): KeptAnswer[] {
  const byField = typedByField(typed);
  return fields.filter(isShown).flatMap((field) => {
    const own = byField.get(field.key);
    const text = own ? formatAnswer(field, own, texts) : '';
    return text === '' ? [] : [{ label: field.label, text }];
  });
}

/** The answers that had no question on the page before. */
export function readKeptAnswers(typed: EnteredTexts): KeptAnswer[] {
  const texts = typed[keptTexts] ?? [];
  return (typed[keptLabels] ?? []).map((label, index) => ({ label, text: texts[index] ?? '' }));
}

/** What was typed into controls of other fields than these, by the names of the controls. */
export function unknownTexts(fields: readonly FieldDefinition[], typed: EnteredTexts): KeptAnswer[] {
  const known = new Set(ownTexts(typed, fields).map(([name]) => name));
  return ownTexts(typed, null)
    .filter(([name, text]) => !known.has(name) && text.trim() !== '')
    .map(([label, text]) => ({ label, text }));
}

const labelOf = (options: NonNullable<FieldDefinition['options']>, value: string): string =>
  options.find((option) => option.value === value)?.label ?? value;
