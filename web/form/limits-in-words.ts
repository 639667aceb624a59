import type { Fault } from '../../domain/check.ts';
import type { FieldDefinition } from '../../domain/form/field.ts';
import { kindRules, lengthsOf, rangeOf, selectionsOf } from '../../domain/form/kind-rules.ts';
import { currencyOf, priceOf } from '../../domain/form/price.ts';
import { tooFewChoices, tooLong, tooManyChoices, tooShort } from '../../domain/submission/answer-faults.ts';
import type { Texts } from './texts.ts';

/** The range of a number, in words. */
function rangeInWords({ kind, validation }: FieldDefinition, { say }: Texts): string {
  const { min, max } = rangeOf(kind, validation);
  if (Number.isFinite(min) && Number.isFinite(max)) return say('fromTo', { min, max });
  if (Number.isFinite(min)) return say('atLeast', { min });
  return Number.isFinite(max) ? say('atMost', { max }) : '';
}

/** The least and the greatest amount that people may enter, in words. */
function amountsInWords(
  { validation = {} }: FieldDefinition,
  currency: string,
  { say, money }: Texts,
): string {
  const text = (amount: number) => money({ amount, currency });
  const { min = 0, max } = validation;
  if (max !== undefined)
    return min > 0
      ? say('amountFromTo', { least: text(min), most: text(max) })
      : say('amountAtMost', { most: text(max) });
  return min > 0 ? say('amountAtLeast', { least: text(min) }) : '';
}

/** The limits that a field sets itself, as the sentences of the faults beyond them. */
function limitsOf({ kind, validation = {} }: FieldDefinition): readonly Fault[] {
  const rules = kindRules[kind];
  if (rules.maxLength !== undefined) {
    const { min, max } = lengthsOf(kind, validation);
    return [...(min > 1 ? tooShort(min) : []), ...(validation.max_length === undefined ? [] : tooLong(max))];
  }
  if (rules.maxSelections === undefined) return [];
  const { min, max } = selectionsOf(kind, validation);
  return [
    ...(min > 0 ? tooFewChoices(min) : []),
    ...(validation.max_selections === undefined ? [] : tooManyChoices(max)),
  ];
}

/** The limits of an answer in the words of the page, for people to read before they answer; empty for none. */
export function limitsInWords(field: FieldDefinition, texts: Texts): string {
  if (field.kind === 'number') return rangeInWords(field, texts);
  const currency = currencyOf(field);
  if (currency !== null) return priceOf(field) ? '' : amountsInWords(field, currency, texts);
  return texts.joined(limitsOf(field).map((fault) => texts.problem(fault)));
}
