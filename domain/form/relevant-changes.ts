import type { Fault } from '../check.ts';
import { isUnanswered } from '../submission/check-value.ts';
import { type Question, questionsOf } from '../submission/questions.ts';
import type { ExistingForm } from './decider.ts';
import { type FieldDefinition, isShown } from './field.ts';
import { rangeOf } from './kind-rules.ts';
import { matchPattern, type PatternMatch } from './pattern.ts';
import { priceOf } from './price.ts';

/** A form as people see it. */
export type ComparedForm = Pick<ExistingForm, 'description' | 'fields'>;

/** A field as it was shown and as it is now. */
interface Changed {
  readonly shown: FieldDefinition;
  readonly now: FieldDefinition;
}

/** A change of a form that matters to answers that were given before it. */
export type FormChange =
  | { readonly aspect: 'description' }
  /** A statement, which may hold terms, has another text or is new. */
  | { readonly aspect: 'statement'; readonly now: FieldDefinition }
  /** The label or the help of a question. */
  | ({ readonly aspect: 'question' } & Changed)
  | ({ readonly aspect: 'kind' } & Changed)
  /** An option or a row has another label; or a ranking has other options, because places depend on all of them. */
  | ({ readonly aspect: 'choices' } & Changed)
  /** The steps of a rating or a scale, or the words at their ends, without which a number says nothing. */
  | ({ readonly aspect: 'steps' } & Changed)
  /** A payment costs another price, or people enter the amount of only one of the two. */
  | ({ readonly aspect: 'price' } & Changed)
  /** A question that was answered is no longer asked. */
  | { readonly aspect: 'removed'; readonly shown: FieldDefinition }
  /** A new question requires an answer. */
  | { readonly aspect: 'added'; readonly now: FieldDefinition }
  /** A question that was left open requires an answer now. */
  | ({ readonly aspect: 'required' } & Changed)
  /** The answer fitted, and no longer does. */
  | ({ readonly aspect: 'unfit'; readonly faults: readonly Fault[] } & Changed);

/**
 * Compares a form with an earlier revision of itself that was answered.
 *
 * Whatever people read before they answered matters, whether they answered that question or left it open: the
 * description, statements, labels, help, prices, and the labels of options and rows; blanks and the composition of
 * characters do not. So do questions that are gone though they were answered, new ones that require an answer, and rules that the
 * given answers no longer fit. The title, the order, placeholders, defaults, new optional questions, new options (but of
 * rankings), and options that were not chosen do not matter.
 * @param answers the values that were given, by the id of the field; null for a question that was left open
 * @returns no change if answers to the earlier revision still mean the same
 */
export function relevantChanges(
  shown: ComparedForm,
  now: ComparedForm,
  answers: ReadonlyMap<string, unknown>,
  matches: PatternMatch = matchPattern,
): FormChange[] {
  const description: FormChange[] = isSameText(shown.description, now.description)
    ? []
    : [{ aspect: 'description' }];
  if (shown.fields === now.fields) return description;
  const before = byId(shown.fields);
  const after = byId(now.fields);
  const changed = now.fields.flatMap(({ id }): FormChange[] => {
    const question = after.get(id);
    return question ? changesOf(before.get(id), question, answers, matches) : [];
  });
  const removed = shown.fields
    .filter((field) => !isUnanswered(field.kind, answers.get(field.id)))
    .filter((field) => !isStillAsked(field, after.get(field.id)?.field))
    .map((field): FormChange => ({ aspect: 'removed', shown: field }));
  return [...description, ...changed, ...removed];
}

const byId = (fields: readonly FieldDefinition[]): ReadonlyMap<string, Question> =>
  new Map(questionsOf(fields).all.map((question) => [question.field.id, question]));

/** Whether two texts look the same. */
export const isSameText = (a = '', b = ''): boolean => a === b || appearance(a) === appearance(b);
const appearance = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** Whether a question is worded as before: its label and its help. */
const isSameWording = (shown: FieldDefinition, now: FieldDefinition): boolean =>
  isSameText(shown.label, now.label) && isSameText(shown.help_text, now.help_text);

const isAsked = (field: FieldDefinition): boolean => isShown(field) && field.kind !== 'statement';

/** Whether the form still has a place for the answer: a field that people see, if they saw it before. */
const isStillAsked = (shown: FieldDefinition, now: FieldDefinition | undefined): boolean =>
  now !== undefined && (isAsked(now) || (!isShown(shown) && now.kind !== 'statement'));

function changesOf(
  shown: Question | undefined,
  now: Question,
  answers: ReadonlyMap<string, unknown>,
  matches: PatternMatch,
): FormChange[] {
  const { field } = now;
  const former = shown?.field;
  if (field.kind === 'statement' && isShown(field)) {
    const isKnown = former !== undefined && isShown(former) && former.kind === 'statement';
    return isKnown && isSameText(former.label, field.label) ? [] : [{ aspect: 'statement', now: field }];
  }
  if (!shown || isAsked(field) !== isAsked(shown.field))
    return field.required && isAsked(field) ? [{ aspect: 'added', now: field }] : [];
  const aspect = isAsked(field) ? rewording(shown.field, field) : null;
  if (aspect !== null) {
    const changed = { shown: shown.field, now: field };
    const isPriceToo = aspect !== 'price' && isRepriced(shown.field, field);
    return [{ aspect, ...changed }, ...(isPriceToo ? [{ aspect: 'price', ...changed } as const] : [])];
  }
  return changeForAnswer(shown, now, answers, matches);
}

/** How a question that people see asks for something else than before; null if it asks the same. */
export function rewording(
  shown: FieldDefinition,
  now: FieldDefinition,
): 'question' | 'kind' | 'choices' | 'steps' | 'price' | null {
  if (!isSameWording(shown, now)) return 'question';
  if (shown.kind !== now.kind) return 'kind';
  if (isRelabelled(shown.options, now.options) || isRelabelled(shown.rows, now.rows)) return 'choices';
  if (now.kind === 'ranking' && !hasSameValues(shown.options, now.options)) return 'choices';
  if (!hasSameSteps(shown, now)) return 'steps';
  return isRepriced(shown, now) ? 'price' : null;
}

/** Whether a payment has another price than before, or only one of both has a price. */
function isRepriced(shown: FieldDefinition, now: FieldDefinition): boolean {
  if (shown.kind !== now.kind) return false;
  const [before, after] = [priceOf(shown), priceOf(now)];
  return before?.amount !== after?.amount || before?.currency !== after?.currency;
}

type Choices = FieldDefinition['options'];

/** Whether a choice that both have has another label. */
function isRelabelled(shown: Choices = [], now: Choices = []): boolean {
  const labels = new Map(shown.map(({ value, label }) => [value, label]));
  return now.some(({ value, label }) => labels.has(value) && !isSameText(labels.get(value), label));
}

function hasSameValues(shown: Choices = [], now: Choices = []): boolean {
  const values = new Set(shown.map(({ value }) => value));
  return values.size === now.length && now.every(({ value }) => values.has(value));
}

function hasSameSteps(shown: FieldDefinition, now: FieldDefinition): boolean {
  const areSameEnds =
    isSameText(shown.low_label, now.low_label) && isSameText(shown.high_label, now.high_label);
  if (!areSameEnds) return false;
  if (now.kind !== 'rating' && now.kind !== 'scale') return true;
  const [before, after] = [rangeOf(shown.kind, shown.validation), rangeOf(now.kind, now.validation)];
  return before.min === after.min && before.max === after.max;
}

/** The change for the answer to a question that means the same: that an answer is missing now, or no longer fits. */
function changeForAnswer(
  { field: shown, check: checkThen }: Question,
  { field: now, check: checkNow }: Question,
  answers: ReadonlyMap<string, unknown>,
  matches: PatternMatch,
): FormChange[] {
  const value = answers.has(shown.id) ? answers.get(shown.id) : shown.default_value;
  if (isUnanswered(shown.kind, value)) {
    const isMissing = now.required && !shown.required && isAsked(now);
    return isMissing ? [{ aspect: 'required', shown, now }] : [];
  }
  const faults = checkThen(value, matches).length === 0 ? checkNow(value, matches) : [];
  return faults.length > 0 ? [{ aspect: 'unfit', shown, now, faults }] : [];
}
