import type { FieldKind, FieldValidation } from '../../../domain/form/field.ts';
import { kindRules } from '../../../domain/form/kind-rules.ts';
import { type DraftField, type LimitName, limitNames } from '../../../domain/form-draft/draft-field.ts';
import { cleanCurrency } from '../../../domain/submission/contact-texts.ts';
import { readAmount, readNumber } from '../../../domain/submission/reading/number.ts';

/** The limits that fields of a kind can have. */
export const limitsOf = (kind: FieldKind): LimitName[] => {
  const { range, maxLength, maxSelections, files } = kindRules[kind];
  return limitNames.filter((name) => {
    if (name.endsWith('_length')) return maxLength !== undefined;
    if (name.endsWith('_selections')) return maxSelections !== undefined;
    if (name === 'max_files' || name === 'max_bytes') return files === true;
    return range !== undefined;
  });
};

/** The console is in English. A text that is no number is no limit either: `misreadTexts` names it. */
export function numberOr(text: string): number {
  const read = readNumber(text, { language: 'en' });
  return read.ok ? read.value : NaN;
}

/** The amounts of a payment whose currency is known, each as the command takes it, or the faults of its text. */
export function amountsIn(field: DraftField, currency: string) {
  const names = ['amount', 'min', 'max'] as const;
  return names
    .filter((name) => field[name].trim() !== '')
    .map((name) => ({ name, read: readAmount(field[name], currency, { language: 'en' }) }));
}

/** The code of a payment's currency; null for a question without any. */
export const draftCurrency = ({ kind, currency }: DraftField): string | null =>
  kindRules[kind].currency !== true || currency.trim() === '' ? null : cleanCurrency(currency);

/** The least and the greatest number, in the minor unit of the currency of a payment; a price is both. */
function paymentLimits(field: DraftField, currency: string): FieldValidation {
  const amounts = new Map(
    amountsIn(field, currency).map(({ name, read }) => [name, read.ok ? read.value : NaN] as const),
  );
  const [price, min, max] = [amounts.get('amount'), amounts.get('min'), amounts.get('max')];
  if (price !== undefined) return { currency, min: price, max: price };
  return { currency, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** The limits of a question as the command takes them; undefined for a question without any. */
export function validationOf(field: DraftField): FieldValidation | undefined {
  const { kind } = field;
  const currency = draftCurrency(field);
  if (currency !== null) return paymentLimits(field, currency);
  const pattern = kindRules[kind].maxLength === undefined ? '' : field.pattern;
  const given = limitsOf(kind).filter((name) => field[name].trim() !== '');
  const numbers = Object.fromEntries(given.map((name) => [name, numberOr(field[name])]));
  const types =
    kindRules[kind].files === true ? field.types.split(/[\s,;]+/).filter((type) => type !== '') : [];
  if (given.length === 0 && pattern === '' && types.length === 0) return undefined;
  return { ...numbers, ...(pattern !== '' && { pattern }), ...(types.length > 0 && { types }) };
}
