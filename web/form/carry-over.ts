import type { ExistingForm } from '../../domain/form/decider.ts';
import { type FieldDefinition, type FieldKind, isShown } from '../../domain/form/field.ts';
import type { FormLocale } from '../../domain/form/locale.ts';
import { isOversized } from '../../domain/form/page-size.ts';
import { currencyOf, priceOf } from '../../domain/form/price.ts';
import { isSameText, rewording } from '../../domain/form/relevant-changes.ts';
import { datetime } from '../../domain/submission/checks/formats.ts';
import { type EnteredTexts, textsOf, typedByField } from './entered-texts.ts';
import { formatAnswer, type KeptAnswer, unknownTexts } from './format-answer.ts';
import { parseMoney, parseNumber, parseTime } from './parse-values.ts';
import { textsIn } from './texts.ts';

/** What was typed into a form, for the page of the form as it is now. */
export interface CarriedOver {
  /** The texts that the controls of the new page hold. */
  readonly typed: EnteredTexts;
  /** The answers that have no question any more, or that were chosen under other words. */
  readonly kept: readonly KeptAnswer[];
}

/** Whether a field that was removed has come back as another one that asks the same. */
const isSameQuestion = (field: FieldDefinition, other: FieldDefinition): boolean =>
  other.key === field.key && isShown(other) && rewording(field, other) === null;

/** What a page asks, in its language and its time zone. */
interface ShownForm extends FormLocale {
  readonly fields: readonly FieldDefinition[];
}

/** Kinds whose controls take any text. */
const plainTexts: readonly FieldKind[] = ['short_text', 'long_text', 'email', 'phone', 'url', 'number'];
/** Kinds that are typed, in one control or several. */
const typedKinds: readonly FieldKind[] = [
  ...plainTexts,
  ...(['date', 'time', 'datetime', 'address', 'full_name', 'payment', 'file'] as const),
];

/** Whether the answer to a field is typed. It stays under a question that is reworded. A price is chosen as it is. */
const isTyped = (field: FieldDefinition): boolean =>
  typedKinds.includes(field.kind) && priceOf(field) === null;

/**
 * Carries what was typed into a form over to the form as it is now. What was typed stays with its question. What was
 * chosen stays if the question and the label of the choice are still the same, so that people do not agree to a text that
 * they have not read. The label decides, because values can be exchanged. Numbers and times are rewritten where the form
 * has another language or time zone by now, which would read another value.
 * @param areTermsNew whether other texts of the form have changed, to which consents may refer: then none stays given
 */
export function carryOver(
  shown: ShownForm,
  now: ShownForm,
  typed: EnteredTexts,
  areTermsNew: boolean,
): CarriedOver {
  const present = new Map(now.fields.filter(isShown).map((field) => [field.id, field]));
  const byField = typedByField(typed);
  const carried = Object.create(null) as Record<string, readonly string[]>;
  const kept: KeptAnswer[] = [];
  for (const field of shown.fields) {
    const texts = byField.get(field.key);
    const text = texts && isShown(field) ? formatAnswer(field, texts, textsIn(now.language)) : '';
    if (!texts || text === '') continue;
    const target = present.get(field.id) ?? now.fields.find((other) => isSameQuestion(field, other));
    const isRevoked = areTermsNew && field.kind === 'consent';
    const { texts: moved, isComplete } =
      target && !isRevoked ? move(field, target, rewritten(field, texts, shown, now)) : noTexts;
    Object.assign(carried, moved);
    if (!isComplete) kept.push({ label: field.label, text });
  }
  return { typed: carried, kept };
}

/** Returns what was typed into a field so that it means in the language and the time zone of now what it meant before. */
function rewritten(
  field: FieldDefinition,
  texts: EnteredTexts,
  before: FormLocale,
  now: FormLocale,
): EnteredTexts {
  if (before.language === now.language && before.timeZone === now.timeZone) return texts;
  const value = valueTyped(field, texts, before);
  return value === null ? texts : textsOf(field, value, now);
}

/** The value of a text that means another one elsewhere; null for other texts, and for those that cannot be read. */
function valueTyped(field: FieldDefinition, texts: EnteredTexts, locale: FormLocale): unknown {
  switch (field.kind) {
    case 'number': {
      const read = parseNumber(field, texts, locale);
      return read?.ok === true ? read.value : null;
    }
    case 'payment': {
      const read = parseMoney(field, texts, locale);
      return read?.ok === true ? read.value : null;
    }
    case 'datetime': {
      const read = parseTime(field, texts, locale);
      return read?.ok === true && datetime.test(read.value) ? read.value : null;
    }
    default:
      return null;
  }
}

/**
 * As `carryOver`, from a page of which nothing is known. What was chosen is not chosen again, unless the form has never had other
 * fields: the words by which it was chosen are unknown.
 */
export function carryUnknown(
  { fields, version }: Pick<ExistingForm, 'fields' | 'version'>,
  typed: EnteredTexts,
): CarriedOver {
  const safe = version === 1 ? fields : fields.filter(isTyped);
  const byField = typedByField(typed);
  const carried = Object.create(null) as Record<string, readonly string[]>;
  for (const { key } of safe) Object.assign(carried, byField.get(key));
  // Names that no question has ever had are not those of answers.
  return { typed: carried, kept: version === 1 ? [] : unknownTexts(safe, typed) };
}

/** The texts for the controls of a field, and whether they are all that was typed. */
interface Moved {
  readonly texts: EnteredTexts;
  readonly isComplete: boolean;
}

const noTexts: Moved = { texts: {}, isComplete: false };

function move(from: FieldDefinition, to: FieldDefinition, texts: EnteredTexts): Moved {
  if (isTyped(from)) {
    // What was typed is no price, and an amount of another currency is another answer.
    if (priceOf(to) !== null || currencyOf(from) !== currencyOf(to)) return noTexts;
    if (from.kind === to.kind) return { texts, isComplete: true };
    // A control of another kind may not show all of the text.
    return plainTexts.includes(from.kind) && plainTexts.includes(to.kind)
      ? { texts, isComplete: false }
      : noTexts;
  }
  const change = rewording(from, to);
  if (change !== null && change !== 'choices') return noTexts;
  switch (from.kind) {
    case 'single_choice':
    case 'dropdown':
    case 'multiple_choice':
      return moveChosen(from, to, texts);
    case 'ranking':
      return moveParts(from.options, to.options, texts, from.key);
    case 'matrix':
      return moveCells(from, to, texts);
    default:
      return { texts, isComplete: true };
  }
}

type Choices = FieldDefinition['options'];

/** Finds the value of the choice that has the label of a former choice: under the same value, otherwise under any. */
function translation(from: Choices = [], to: Choices = []): (value: string) => string | undefined {
  const labels = new Map(from.map(({ value, label }) => [value, label]));
  return (value) => {
    const label = labels.get(value);
    const alike = label === undefined ? [] : to.filter((choice) => isSameText(choice.label, label));
    return (alike.find((choice) => choice.value === value) ?? alike[0])?.value;
  };
}

function translated(texts: readonly string[], translate: (value: string) => string | undefined) {
  const values = texts.map(translate).filter((value) => value !== undefined);
  return { values, isComplete: values.length === texts.length };
}

function moveChosen({ key, options }: FieldDefinition, to: FieldDefinition, texts: EnteredTexts): Moved {
  const { values, isComplete } = translated(texts[key] ?? [], translation(options, to.options));
  return { texts: { [key]: values }, isComplete };
}

/** Moves the texts of controls that are named by choices. */
function moveParts(from: Choices = [], to: Choices, texts: EnteredTexts, key: string): Moved {
  const translate = translation(from, to);
  const moved = from.map(({ value }) => {
    const given = texts[`${key}.${value}`] ?? [];
    const isOpen = given.every((text) => text.trim() === '');
    return { target: translate(value), given, isOpen };
  });
  const parts = moved.flatMap(({ target, given, isOpen }) =>
    target === undefined || isOpen ? [] : [[`${key}.${target}`, given] as const],
  );
  return {
    texts: Object.fromEntries(parts),
    isComplete: moved.every(({ target, isOpen }) => target !== undefined || isOpen),
  };
}

function moveCells(from: FieldDefinition, to: FieldDefinition, texts: EnteredTexts): Moved {
  const rows = moveParts(from.rows, to.rows, texts, from.key);
  // Its columns are typed.
  if (isOversized(from) || isOversized(to)) return rows;
  const translate = translation(from.options, to.options);
  const cells = Object.entries(rows.texts).map(
    ([name, columns]) => [name, translated(columns, translate)] as const,
  );
  return {
    texts: Object.fromEntries(cells.map(([name, { values }]) => [name, values])),
    isComplete: rows.isComplete && cells.every(([, { isComplete }]) => isComplete),
  };
}
