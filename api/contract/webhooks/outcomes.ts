import Type from 'typebox';
import { answersScope, named, Timestamp } from '../values.ts';

export const Responded = named('AttemptOutcomeResponse', {
  kind: Type.Literal('response'),
  status: Type.Integer(),
  excerpt: Type.Optional(
    Type.String({ description: "The beginning of the response's body, which may repeat answers." }),
  ),
  withheld: Type.Optional(
    Type.Literal(answersScope, { description: 'The scope that the key lacks to read `excerpt`.' }),
  ),
});

export const Unanswered = named('AttemptOutcomeError', {
  kind: Type.Literal('error'),
  error_class: Type.Enum(['timeout', 'network', 'tls', 'forbidden_address', 'invalid_response']),
  message: Type.String(),
});

/** The outcome of an attempt, in the API's spelling. */
export const Outcome = Type.Union([Responded, Unanswered], { $id: 'AttemptOutcome' });

/** Why a destination was disabled, in the API's spelling. */
export const DisabledBecause = Type.Union(
  [
    Type.Object({ kind: Type.Enum(['operator', 'gone']) }, { $id: 'DisableReasonOperator' }),
    named('DisableReasonFailures', {
      kind: Type.Literal('failures'),
      exhausted: Type.Integer(),
      attempts: Type.Integer(),
      failed_since: Timestamp,
    }),
  ],
  { $id: 'DisableReason' },
);

export const Attempt = named('Attempt', {
  attempt: Type.Integer(),
  started_at: Timestamp,
  duration_ms: Type.Number(),
  outcome: Outcome,
  next_attempt_at: Type.Union([Timestamp, Type.Null()]),
});
