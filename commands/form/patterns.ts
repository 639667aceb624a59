import { openTurns } from '../../async/turns.ts';
import type { Problem } from '../../domain/errors.ts';
import { isUnanswerableText } from '../../domain/form/answerable.ts';
import { defineFields } from '../../domain/form/define-fields.ts';
import type { FieldDefinition, FieldInput } from '../../domain/form/field.ts';
import {
  checkPattern,
  compilePattern,
  longestTextOf,
  matchPattern,
  maxFormWork,
  type PatternMatch,
} from '../../domain/form/pattern.ts';
import { patternCost } from '../../domain/form/pattern-cost.ts';
import { type ComparedForm, type FormChange, relevantChanges } from '../../domain/form/relevant-changes.ts';
import type { Result } from '../../domain/result.ts';
import { questionsOf } from '../../domain/submission/questions.ts';
import { resolveAnswers } from '../../domain/submission/resolve-answers.ts';

/** As `defineFields`, with the patterns compiled and searched for an answer before, a few at a time. */
export async function defineInTurns(
  inputs: readonly FieldInput[],
  existing: readonly FieldDefinition[],
  newId: () => string,
): Promise<Result<FieldDefinition[], Problem[]>> {
  const turns = openTurns();
  let work = 0;
  for (const { kind, validation } of inputs) {
    if (validation?.pattern === undefined) continue;
    const { pattern } = validation;
    work += patternCost(pattern).work;
    // Those beyond are refused unseen.
    if (work > maxFormWork) break;
    const isAccepted = checkPattern(pattern).ok;
    if (turns.isOver()) await turns.next();
    if (isAccepted) isUnanswerableText(kind, validation);
    if (turns.isOver()) await turns.next();
  }
  return defineFields(inputs, existing, newId);
}

/** As `resolveAnswers`, with the texts matched against the patterns of the form before, a few at a time. */
export const resolveInTurns = (
  fields: readonly FieldDefinition[],
  answers: Readonly<Record<string, unknown>>,
  isPartial = false,
): Promise<Result<unknown[], Problem[]>> =>
  matchingInTurns(questionsOf(fields).patterns, (matches) =>
    resolveAnswers(fields, answers, { matches, isPartial }),
  );

/** As `relevantChanges`, with the texts matched against the patterns of both forms before, a few at a time. */
export const changesInTurns = (
  shown: ComparedForm,
  now: ComparedForm,
  answers: ReadonlyMap<string, unknown>,
): Promise<FormChange[]> =>
  matchingInTurns([...questionsOf(shown.fields).patterns, ...questionsOf(now.fields).patterns], (matches) =>
    relevantChanges(shown, now, answers, matches),
  );

/**
 * Runs a check that matches texts against patterns.
 * @param check is run twice: with matches that are all taken for true, to learn of the texts, and with their outcomes
 */
async function matchingInTurns<T>(
  patterns: readonly string[],
  check: (matches: PatternMatch) => T,
): Promise<T> {
  if (patterns.length === 0) return check(matchPattern);
  const turns = openTurns();
  const rest = async () => {
    if (turns.isOver()) await turns.next();
  };
  for (const pattern of patterns) {
    // Compiles the pattern, unless that was done lately.
    longestTextOf(pattern);
    await rest();
  }
  const texts = new Map<string, Map<string, boolean>>();
  check((pattern, text) => {
    const ofPattern = texts.get(pattern) ?? new Map<string, boolean>();
    texts.set(pattern, ofPattern.set(text, true));
    return true;
  });
  for (const [source, ofPattern] of texts)
    for (const text of ofPattern.keys()) {
      const pattern = compilePattern(source);
      await rest();
      ofPattern.set(text, pattern.ok && pattern.value.matches(text));
      await rest();
    }
  return check((pattern, text) => texts.get(pattern)?.get(text) === true);
}
