import type { DomainError, Problem } from '../../domain/errors.ts';
import { err, type Result } from '../../domain/result.ts';
import type { RevisionMismatch } from '../../log/aggregates.ts';

/** Every way in which a command is refused: what the domain says, and what only whoever runs it can know. */
export type Refusal =
  | DomainError
  | RevisionMismatch
  /** Nothing is sent to it until it is enabled. */
  | { readonly code: 'destination_disabled'; readonly destinationId: string }
  | { readonly code: 'destination_removed' }
  /** It was erased, and does not come back. */
  | { readonly code: 'erased' }
  /** The idempotency key was used for another request. */
  | { readonly code: 'idempotency_mismatch' }
  /** The same request is being worked on at this moment. */
  | { readonly code: 'idempotency_in_flight' };

export const notFound = err({ code: 'not_found' } as const);

/** Refuses a request for what is wrong in it. */
export const invalid = (message: string, problems: readonly Problem[]): Result<never, Refusal> =>
  err({ code: 'invalid_request', message, problems });
