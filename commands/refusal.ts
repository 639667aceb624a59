import type { Fault } from '../domain/check.ts';
import type { WithdrawalReason } from '../domain/delivery/events.ts';
import type { DomainError, Problem } from '../domain/errors.ts';
import type { FormChange } from '../domain/form/relevant-changes.ts';
import { err, type Result } from '../domain/result.ts';
import type { ConfirmedPayment } from '../domain/submission/events.ts';
import type { PaymentFault } from '../domain/submission/judge-payment.ts';
import type { RevisionMismatch } from '../log/aggregates.ts';
import type { FormAtRevision } from '../log/form-revisions.ts';

/** Every reason for refusing a command: those of the domain, and those that depend on its execution. */
export type Refusal =
  | DomainError
  | RevisionMismatch
  /** The form has changed since the version that was answered, in a way that matters to the answers. */
  | {
      readonly code: 'form_changed';
      /** The versions of the fields, which are equal if only the description has changed. */
      readonly answered: number;
      readonly current: number;
      readonly now: FormAtRevision;
      readonly changes: readonly FormChange[];
    }
  /** Nothing is sent to the destination until it is enabled. */
  | { readonly code: 'destination_disabled'; readonly destinationId: string }
  | { readonly code: 'destination_removed' }
  /** The destination's settings have left out the delivery since it was planned. */
  | { readonly code: 'no_longer_wanted'; readonly reason: WithdrawalReason }
  | PaymentRefusal
  /** The resource was erased for good. */
  | { readonly code: 'erased' }
  /** The form does not let people correct their submissions, or no longer this one. */
  | { readonly code: 'corrections_closed' }
  /** The answers do not fit into one event of the log. `longest` is the key of the longest answer, with its bytes. */
  | {
      readonly code: 'answers_too_large';
      readonly bytes: number;
      readonly longest: { readonly key: string; readonly bytes: number };
    }
  /** The idempotency key was used for another request. */
  | { readonly code: 'idempotency_mismatch' }
  /** The same request is in progress. */
  | { readonly code: 'idempotency_in_flight' };

/** A confirmation does not fit the submission that it should pay. */
export interface PaymentRefusal extends PaymentFault {
  readonly code: 'payment_refused';
  readonly payment: ConfirmedPayment;
  /** The submission that the payment pays, if that is another one. */
  readonly usedFor: string | null;
}

export const notFound = err({ code: 'not_found' } as const);

/** Refuses an invalid request with its problems. */
export const invalid = (message: string, problems: readonly Problem[]): Result<never, Refusal> =>
  err({ code: 'invalid_request', message, problems });

/** The faults of a request's body as the problems of the request. */
export const problemsOf = (faults: readonly Fault[]): Problem[] =>
  faults.map(({ code, message, at = '' }) => ({ path: at, code, message }));
