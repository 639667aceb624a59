import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';

/** Requests one attempt of a delivery. */
const AttemptRequest = Type.Object({
  deliveryId: Type.String(),
  attempt: Type.Integer({ minimum: 1 }),
  /** Whether the attempt was requested before without a known outcome: the worker must read the log first. */
  again: Type.Boolean(),
});
export type AttemptRequest = Static<typeof AttemptRequest>;

const Reply = Type.Union([
  /** The outcome is recorded in the log at this position. */
  Type.Object({ result: Type.Literal('done'), position: Type.String({ pattern: '^\\d+$' }) }),
  /** The attempt was not due; the worker is busy; the worker could not make the attempt. */
  Type.Object({ result: Type.Enum(['stale', 'busy', 'failed']) }),
  /** The worker lacks the master key that sealed a signing secret of the destination. */
  Type.Object({ result: Type.Literal('unopened'), keyId: Type.String(), reason: Type.String() }),
]);
export type Reply = Static<typeof Reply>;

/** No worker listens, or no worker replied in time. */
export type NoReply = { readonly result: 'no worker' | 'timeout' };

export const validRequest = Compile(AttemptRequest);
export const validReply = Compile(Reply);
