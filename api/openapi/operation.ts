import type { ErrorCode } from '../errors/errors.ts';

/** The documentation of an operation beyond its schemas. */
export interface Operation {
  readonly id: string;
  /** The operation whose description, examples and schema names this one shares. */
  readonly like?: string;
  /** Whether operators of every role may use it. */
  readonly isForEveryRole?: boolean;
  /** Error codes beyond those of every operation. */
  readonly errors: readonly ErrorCode[];
  /** Request headers that the operation reads. */
  readonly takes?: readonly RequestHeader[];
  /** Headers of a successful answer beyond those of every answer. */
  readonly gives?: readonly AnswerHeader[];
}

export type RequestHeader = 'Idempotency-Key' | 'If-Match' | 'X-Read-After';
export type AnswerHeader =
  'Content-Disposition' | 'ETag' | 'Idempotency-Replayed' | 'Link' | 'Location' | 'X-Log-Position';
