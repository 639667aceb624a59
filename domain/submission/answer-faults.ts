import { counted, type Fault } from '../check.ts';
import { type Wording, wording } from '../wording.ts';
import { partLabels, type PartName } from './parts.ts';

/*
 * The faults of answers that people can meet on the page of a form: in English here, and as ids with values for the other
 * languages. The id of each is `fault.` and its name here; `web/form/languages/` has the translations.
 */

const fault = (
  id: string,
  code: Fault['code'],
  message: string,
  values: Wording['values'] = {},
): readonly Fault[] => [{ code, message, [wording]: { id: `fault.${id}`, values } }];

export const unanswered = fault('unanswered', 'required', 'Requires an answer.');
export const noConsent = fault('noConsent', 'required', 'Requires consent.');
export const noAmount = fault('noAmount', 'required', 'Requires an amount.');

export const notANumber = fault('notANumber', 'invalid_type', 'Must be a number.');
export const notANumberAlone = fault(
  'notANumberAlone',
  'invalid_type',
  'Must be a number alone, without a unit or a sign such as % or €.',
);
export const belowZeroSign = fault(
  'belowZeroSign',
  'invalid_type',
  'Must be a number. Write one below zero with a minus sign, such as -5.',
);
export const notWhole = fault('notWhole', 'invalid_type', 'Must be a whole number.');
export const below = (min: number) => fault('below', 'out_of_range', `Must be at least ${min}.`, { min });
export const above = (max: number) => fault('above', 'out_of_range', `Must be at most ${max}.`, { max });
export const tooLarge = fault(
  'tooLarge',
  'out_of_range',
  `Is too large to be kept exactly: whole numbers go up to ${Number.MAX_SAFE_INTEGER}.`,
  { max: Number.MAX_SAFE_INTEGER },
);
export const tooSmall = fault('tooSmall', 'out_of_range', 'Is too close to zero to be kept exactly.');
export const tooManyDigits = fault(
  'tooManyDigits',
  'out_of_range',
  'Has too many digits to be kept exactly: 15 digits always are.',
  { digits: 15 },
);

/** @param readings one or two: the other may be a number that cannot be kept */
export function twoReadings(readings: readonly string[]): readonly Fault[] {
  const message = `Can be read in two ways. Is it ${readings.join(' or ')}?`;
  const [first = '', second] = readings;
  return second === undefined
    ? fault('oneReading', 'ambiguous_value', message, { reading: first })
    : fault('twoReadings', 'ambiguous_value', message, { first, second });
}

/** @param least with its currency, such as `5.00 EUR` */
export const belowAmount = (least: string) =>
  fault('belowAmount', 'out_of_range', `Must be at least ${least}.`, { least });
/** @param most with its currency */
export const aboveAmount = (most: string) =>
  fault('aboveAmount', 'out_of_range', `Must be at most ${most}.`, { most });
/** @param price with its currency */
export const otherAmount = (price: string) =>
  fault('otherAmount', 'out_of_range', `Must be ${price}.`, { price });
export const otherCurrency = (currency: string) =>
  fault('otherCurrency', 'invalid_option', `Must be ${currency}.`, { currency });
export const noDecimals = (currency: string) =>
  fault('noDecimals', 'out_of_range', `${currency} has no decimals.`, { currency });
export const tooManyDecimals = (currency: string, decimals: number) =>
  fault('tooManyDecimals', 'out_of_range', `${currency} has at most ${decimals} decimals.`, {
    currency,
    decimals,
  });
export const notACurrency = fault(
  'notACurrency',
  'invalid_format',
  'Must be a currency code of ISO 4217, such as EUR.',
);

export const tooLong = (max: number) =>
  fault('tooLong', 'too_long', `Must have at most ${counted(max, 'character')}.`, { max });
export const tooShort = (min: number) =>
  fault('tooShort', 'too_short', `Must have at least ${counted(min, 'character')}.`, { min });
/** @param message of `textFault` */
export const unacceptedCharacter = (message: string) =>
  fault('unacceptedCharacter', 'invalid_format', message);
export const unlikePattern = fault(
  'unlikePattern',
  'invalid_format',
  'Does not match the pattern of the field.',
);

const notOfFormat = (id: string, name: string) => fault(id, 'invalid_format', `Must be ${name}.`);
export const notAnEmail = notOfFormat('notAnEmail', 'an e-mail address');
export const notAUrl = notOfFormat('notAUrl', 'an absolute URL with http or https');
export const notADate = notOfFormat('notADate', 'a date of the calendar, YYYY-MM-DD');
export const notATime = notOfFormat('notATime', 'a time of day, HH:MM');
export const notAMoment = notOfFormat(
  'notAMoment',
  'a moment of RFC 3339, YYYY-MM-DDTHH:MM:SS with Z or an offset such as +02:00',
);
export const notAPhone = notOfFormat('notAPhone', 'a telephone number of 5 to 15 digits');

export const notAnOption = fault('notAnOption', 'invalid_option', 'Is not an option of the field.');
export const tooManyChoices = (max: number) =>
  fault('tooManyChoices', 'too_long', `Must have at most ${counted(max, 'choice')}.`, { max });
export const tooFewChoices = (min: number) =>
  fault('tooFewChoices', 'too_short', `Must have at least ${counted(min, 'choice')}.`, { min });
export const chosenTwice = fault('chosenTwice', 'invalid_option', 'Is selected twice.');

export const tooManyFiles = (max: number) =>
  fault('tooManyFiles', 'too_long', `Must have at most ${counted(max, 'file')}.`, { max });
export const unknownFile = fault(
  'unknownFile',
  'invalid_option',
  'Is not a file that was uploaded for this form, or has expired. Upload the file again.',
);
export const usedFile = fault('usedFile', 'invalid_option', 'Belongs to another submission.');
/** @param size the largest, in words, such as `10 MB` */
export const fileTooLarge = (name: string, size: string) =>
  fault('fileTooLarge', 'too_long', `${name} is too large: a file may have at most ${size}.`, { name, size });
export const wrongFileType = (name: string, type: string) =>
  fault(
    'wrongFileType',
    'invalid_format',
    `${name} is of type ${type}, which the question does not accept.`,
    {
      name,
      type,
    },
  );
export const infectedFile = (name: string) =>
  fault('infectedFile', 'invalid_format', `${name} is refused: a virus scanner has found something in it.`, {
    name,
  });
export const emptyFile = (name: string) => fault('emptyFile', 'too_short', `${name} is empty.`, { name });

export const placeNotWhole = fault(
  'placeNotWhole',
  'invalid_type',
  'The place of a choice must be a whole number, from 1 on.',
);
export const samePlace = fault('samePlace', 'invalid_option', 'Two choices have the same place.');
export const emptyPlace = (place: number) =>
  fault('emptyPlace', 'invalid_option', `No choice has place ${place}.`, { place });

/** @param at the time and the date that come twice on the clocks of the zone */
export const comesTwice = (at: { readonly time: string; readonly date: string; readonly zone: string }) =>
  fault(
    'comesTwice',
    'ambiguous_value',
    `${at.time} comes twice on ${at.date}, because the clocks in ${at.zone} go back. Which one is it?`,
    at,
  );

interface Skip {
  readonly time: string;
  readonly date: string;
  readonly zone: string;
  /** The times between which the clocks skip. */
  readonly before: string;
  readonly after: string;
}

export const skipped = (at: Skip) =>
  fault(
    'skipped',
    'invalid_format',
    `${at.time} does not exist on ${at.date}: the clocks in ${at.zone} go from ${at.before} to ${at.after}. Choose another time.`,
    { ...at },
  );

/** People see no path: the messages name the row. */
export const ofRow = (row: string, faults: readonly Fault[]): readonly Fault[] =>
  faults.map((one) => about(row, { row }, one));

/** People see no path: the messages name the part. */
export const ofPart = (part: PartName, faults: readonly Fault[]): readonly Fault[] =>
  faults.map((one) => about(partLabels[part], { part: `part.${part}` }, one));

const about = (name: string, what: NonNullable<Wording['about']>, one: Fault): Fault => ({
  ...one,
  message: `${name}: ${one.message}`,
  [wording]: one[wording] && { ...one[wording], about: what },
});
