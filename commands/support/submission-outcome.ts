import type { Result } from '../../domain/result.ts';
import type { LabelledSubmission } from '../../domain/submission/labelled.ts';
import type { Refusal } from './refusal.ts';

export interface SubmissionOutcome {
  readonly submission: LabelledSubmission;
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
