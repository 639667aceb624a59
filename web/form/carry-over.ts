import { isSameText, rewording } from '../../domain/form/changes-that-matter.ts';
import { isShown, type FieldDefinition, type FieldKind } from '../../domain/form/field.ts';
import { isOversized } from '../../domain/form/page-size.ts';
import { answerInWords, type KeptAnswer } from './answer-in-words.ts';
import { typedByField, type Typed } from './typed.ts';

/** What was typed into a form, for the page of the form as it is now. */
export interface CarriedOver {
  /** The texts that the controls of the new page hold. */
  readonly typed: Typed;
  /** The answers that have no question any more, or that were chosen under other words. */
  readonly kept: readonly KeptAnswer[];
}

/** Kinds whose controls take any text. */
const plainTexts: readonly FieldKind[] = ['short_text', 'long_text', 'email', 'phone', 'url', 'number'];
/** Kinds that are typed, in one control or several. What is typed stays under a question that is reworded. */
const typedKinds: readonly FieldKind[] = [
  ...plainTexts,
  ...(['date', 'time', 'datetime', 'address', 'full_name', 'payment'] as const),
];

/**
 * Carries what was typed into a form over to the form as it is now. What was typed stays with its question. What was
 * chosen stays if the question and the label of the choice are still the same, so that people do not agree to a text that
 * they have not read. The label decides, because values can be exchanged.
 */
export function carryOver(
  shown: readonly FieldDefinition[],
  now: readonly FieldDefinition[],
  typed: Typed,
): CarriedOver {
  const present = new Map(now.filter(isShown).map((field) => [field.id, field]));
  const byField = typedByField(typed);
  const carried = Object.create(null) as Record<string, readonly string[]>;
  const kept: KeptAnswer[] = [];
  for (const field of shown) {
    const texts = byField.get(field.key);
    const text = texts && isShown(field) ? answerInWords(field, texts) : '';
    if (!texts || text === '') continue;
    const target = present.get(field.id);
    const { texts: moved, isWhole } = target ? move(field, target, texts) : nothing;
    Object.assign(carried, moved);
    if (!isWhole) kept.push({ label: field.label, text });
  }
  return { typed: carried, kept };
}

/** The texts for the controls of a field, and whether they are all that was typed. */
interface Moved {
  readonly texts: Typed;
  readonly isWhole: boolean;
}

const nothing: Moved = { texts: {}, isWhole: false };

function move(from: FieldDefinition, to: FieldDefinition, texts: Typed): Moved {
  if (typedKinds.includes(from.kind)) {
    if (from.kind === to.kind) return { texts, isWhole: true };
    // A control of another kind may not show all of the text.
    return plainTexts.includes(from.kind) && plainTexts.includes(to.kind)
      ? { texts, isWhole: false }
      : nothing;
  }
  const change = rewording(from, to);
  if (change !== null && change !== 'choices') return nothing;
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
      return { texts, isWhole: true };
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
  return { values, isWhole: values.length === texts.length };
}

function moveChosen({ key, options }: FieldDefinition, to: FieldDefinition, texts: Typed): Moved {
  const { values, isWhole } = translated(texts[key] ?? [], translation(options, to.options));
  return { texts: { [key]: values }, isWhole };
}

/** Moves the texts of controls that are named by choices. */
function moveParts(from: Choices = [], to: Choices, texts: Typed, key: string): Moved {
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
    isWhole: moved.every(({ target, isOpen }) => target !== undefined || isOpen),
  };
}

function moveCells(from: FieldDefinition, to: FieldDefinition, texts: Typed): Moved {
  const rows = moveParts(from.rows, to.rows, texts, from.key);
  // Its columns are typed.
  if (isOversized(from) || isOversized(to)) return rows;
  const translate = translation(from.options, to.options);
  const cells = Object.entries(rows.texts).map(
    ([name, columns]) => [name, translated(columns, translate)] as const,
  );
  return {
    texts: Object.fromEntries(cells.map(([name, { values }]) => [name, values])),
    isWhole: rows.isWhole && cells.every(([, { isWhole }]) => isWhole),
  };
}
