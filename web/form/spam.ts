import { type EnteredTexts, honeypotField, textOf } from './entered-texts.ts';
import type { FormTicket } from './form-tokens.ts';
import type { TextId } from './texts.ts';

/** People take longer to fill in a form, in ms. */
const defaultMinFormMs = 1_500;

/**
 * Returns why a sending is taken for the work of a program; null for one of a person.
 * @param now in epoch milliseconds
 */
export function spamReason(
  typed: EnteredTexts,
  { at, submissionId }: FormTicket,
  now: number,
  minFormMs = defaultMinFormMs,
): TextId | null {
  if (textOf(typed, honeypotField) !== '') return 'filledBeyond';
  // The page of saved answers was filled in before.
  return submissionId === undefined && now - Date.parse(at) < minFormMs ? 'tooQuick' : null;
}
