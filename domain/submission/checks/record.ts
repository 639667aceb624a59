import { type Check, faulty, inside, isRecord, noFaults, pointer } from '../../check.ts';
import type { FieldDefinition } from '../../form/field.ts';
import { maxPartLength, type Range, rangeOf } from '../../form/kind-rules.ts';
import { currencyOf } from '../../form/price.ts';
import { characters } from '../../text.ts';
import {
  aboveAmount,
  belowAmount,
  notACurrency,
  ofPart,
  otherAmount,
  otherCurrency,
  tooLong,
} from '../answer-faults.ts';
import { isCurrency, moneyText } from '../currencies.ts';
import { addressParts, nameParts, type PartName } from '../parts.ts';
import { numberCheck } from './number.ts';
import { characterFaults } from './text.ts';

const part: Check = (value) => {
  if (typeof value !== 'string') return faulty('invalid_type', 'Must be a string.');
  return value.length <= maxPartLength || characters(value) <= maxPartLength
    ? (characterFaults(value) ?? noFaults)
    : tooLong(maxPartLength);
};

const partsNamed = (names: readonly PartName[]): ReadonlyMap<string, Check> =>
  new Map(names.map((name) => [name, (value) => ofPart(name, part(value))]));

const currency: Check = (value) => (isCurrency(value) ? noFaults : notACurrency);

/** Checks an object of texts, all optional. */
export const addressCheck: Check = recordCheck(partsNamed(addressParts), []);

/** Checks an object of texts, all optional. */
export const fullNameCheck: Check = recordCheck(partsNamed(nameParts), []);

/** Checks an amount in the currency's minor unit, and the currency. Limits are written in the currency of the answer, if it is known. */
export const paymentCheck = (field: FieldDefinition): Check => {
  const [range, own] = [rangeOf(field.kind, field.validation), currencyOf(field)];
  const checkWith = (amount: Check) =>
    recordCheck(
      new Map([
        ['amount', amount],
        ['currency', own === null ? currency : (value) => (value === own ? noFaults : otherCurrency(own))],
      ]),
      ['amount', 'currency'],
    );
  if (own !== null) return checkWith(amountCheck(range, own));
  const unknown = checkWith(numberCheck(range));
  return (value) =>
    isRecord(value) && isCurrency(value['currency'])
      ? checkWith(amountCheck(range, value['currency']))(value)
      : unknown(value);
};

/** Checks an amount of a known currency, in which its limits are written. */
function amountCheck({ min, max }: Range, code: string): Check {
  const check = numberCheck({ min: -Infinity, max: Infinity, integer: true });
  return (value) => {
    const faults = check(value);
    if (faults.length > 0 || typeof value !== 'number' || (value >= min && value <= max)) return faults;
    if (min === max) return otherAmount(moneyText(min, code));
    return value < min ? belowAmount(moneyText(min, code)) : aboveAmount(moneyText(max, code));
  };
}

function recordCheck(members: ReadonlyMap<string, Check>, required: readonly string[]): Check {
  const names = [...members.keys()].join(', ');
  return (value) => {
    if (!isRecord(value)) return faulty('invalid_type', `Must be an object of ${names}.`);
    const faults = Object.entries(value).flatMap(([name, member]) => {
      const check = members.get(name);
      return inside(name, check ? check(member) : faulty('unknown_field', `Must be one of ${names}.`));
    });
    const missing = required.filter((name) => !Object.hasOwn(value, name));
    return [...faults, ...missing.flatMap((name) => faulty('required', 'Is missing.', pointer(name)))];
  };
}
