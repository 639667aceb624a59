import type { Problem } from '../../domain/errors.ts';
import type { FieldDefinition } from '../../domain/form/field.ts';
import { err, type Result } from '../../domain/result.ts';
import { resolveInTurns } from '../form/patterns.ts';

/**
 * Checks answers to a form, and stores nothing.
 * @param unreadable the problems of typed answers that could not be read as values, which are not among `answers`
 * @param isPartial whether answers may still be missing
 * @returns a value for each question in order; or every problem, and of an unreadable answer no other problem
 */
export async function checkAnswers(
  fields: readonly FieldDefinition[],
  answers: Readonly<Record<string, unknown>>,
  unreadable: readonly Problem[] = [],
  isPartial = false,
): Promise<Result<unknown[], Problem[]>> {
  const resolved = await resolveInTurns(fields, answers, isPartial);
  if (unreadable.length === 0) return resolved;
  const unread = new Set(unreadable.map(({ field }) => field));
  const others = resolved.ok ? [] : resolved.error.filter(({ field }) => !unread.has(field));
  return err([...unreadable, ...others]);
}
