import type { FormDefinition } from '../../domain/form/definition.ts';
import type { Result } from '../../domain/result.ts';
import type { Payment } from '../../domain/submission/events.ts';
import type { PresentSubmission } from '../../domain/submission/present.ts';
import type { Refusal } from '../refusal.ts';

export interface SubmissionOutcome {
  readonly submission: PresentSubmission;
  /** The form that was answered, as it was then. */
  readonly form: FormDefinition;
  readonly payment: Payment | null;
  /** The revision of the submission's stream. */
  readonly revision: number;
  readonly position: bigint | null;
  /** Whether the same request was carried out before. */
  readonly replayed: boolean;
}

/** A submission that this process is creating under an idempotency key. */
export interface SubmissionInProgress {
  /** The hash of its request. */
  readonly hash: string;
  readonly outcome: Promise<Result<SubmissionOutcome, Refusal>>;
}
