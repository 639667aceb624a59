import Type, { type Static } from 'typebox';
import type { AttemptOutcome } from '../../domain/delivery/events.ts';
import type { DisableReason } from '../../domain/destination/events.ts';
import { Timestamp } from './schemas.ts';

/** The outcome of an attempt, in the API's spelling. */
export const Outcome = Type.Union([
  Type.Object({
    kind: Type.Literal('response'),
    status: Type.Integer(),
    excerpt: Type.String({ description: "The beginning of the response's body." }),
  }),
  Type.Object({
    kind: Type.Literal('error'),
    error_class: Type.Enum(['timeout', 'network', 'tls', 'forbidden_address', 'invalid_response']),
    message: Type.String(),
  }),
]);

export function outcomeOf(outcome: AttemptOutcome): Static<typeof Outcome> {
  if (outcome.kind === 'response') return outcome;
  const { kind, errorClass: error_class, message } = outcome;
  return { kind, error_class, message };
}

/** Why a destination was disabled, in the API's spelling. */
export const DisabledBecause = Type.Union([
  Type.Object({ kind: Type.Enum(['operator', 'gone']) }),
  Type.Object({
    kind: Type.Literal('failures'),
    exhausted: Type.Integer(),
    attempts: Type.Integer(),
    failed_since: Timestamp,
  }),
]);

export function disabledBecause(reason: DisableReason | null): Static<typeof DisabledBecause> | null {
  if (reason?.kind !== 'failures') return reason;
  const { failedSince: failed_since, ...same } = reason;
  return { ...same, failed_since };
}
