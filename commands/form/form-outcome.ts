import type { Fault } from '../../domain/check.ts';
import type { Problem } from '../../domain/errors.ts';
import type { ExistingForm, FormState } from '../../domain/form/decider.ts';
import type { FormWarning } from '../../domain/form/warnings.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { Folded } from '../../log/stream-cache.ts';
import { invalid, notFound, problemsOf, type Refusal } from '../refusal.ts';

/** A form after a command. */
export interface FormOutcome {
  readonly form: ExistingForm;
  readonly revision: number;
  readonly position: bigint | null;
  /** Whether the same request was carried out before; the form is then as that request left it. */
  readonly replayed: boolean;
  /** What the change brought about that its author may not have meant. */
  readonly warnings: readonly FormWarning[];
}

/** Refuses a form for every problem of its fields and its details. */
export function invalidForm(
  fields: Result<unknown, readonly Problem[]>,
  ...details: readonly Result<unknown, readonly Fault[]>[]
) {
  const problems = problemsOf(details.flatMap((each) => (each.ok ? [] : each.error)));
  if (fields.ok) return invalid('The details are invalid.', problems);
  return invalid('The fields are invalid.', [...problems, ...fields.error]);
}

/** Returns the form as an outcome; `not_found` if it does not exist. */
export function formOutcome(
  { state, revision, position }: Folded<FormState>,
  replayed: boolean,
  warnings: readonly FormWarning[] = [],
): Result<FormOutcome, Refusal> {
  return state.exists ? ok({ form: state, revision, position, replayed, warnings }) : notFound;
}
