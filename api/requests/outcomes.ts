import Type, { type Static } from 'typebox';
import type { AttemptOutcome } from '../../domain/delivery/events.ts';
import type { DisableReason } from '../../domain/destination/events.ts';
import { answersScope } from '../auth/answers.ts';
import { Timestamp } from './schemas.ts';

/** The outcome of an attempt, in the API's spelling. */
export const Outcome = Type.Union([
  Type.Object({
    kind: Type.Literal('response'),
    status: Type.Integer(),
    excerpt: Type.Optional(
      Type.String({ description: "The beginning of the response's body, which may repeat answers." }),
    ),
    withheld: Type.Optional(
      Type.Literal(answersScope, { description: 'The scope that the key lacks to read `excerpt`.' }),
    ),
  }),
  Type.Object({
    kind: Type.Literal('error'),
    error_class: Type.Enum(['timeout', 'network', 'tls', 'forbidden_address', 'invalid_response']),
    message: Type.String(),
  }),
]);

/** @param isReadable whether the request may read the response */
export function outcomeOf(outcome: AttemptOutcome, isReadable = true): Static<typeof Outcome> {
  if (outcome.kind === 'response') {
    const { kind, status } = outcome;
    return isReadable ? outcome : { kind, status, withheld: answersScope };
  }
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
