import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';

/** Asks some worker to make one attempt of a delivery. */
const AttemptRequest = Type.Object({
  deliveryId: Type.String(),
  attempt: Type.Integer({ minimum: 1 }),
  /** The same attempt was requested before and its outcome is unknown: the worker has to read the log first. */
  again: Type.Boolean(),
});
export type AttemptRequest = Static<typeof AttemptRequest>;

const Reply = Type.Union([
  /** The log holds the outcome, at this position. */
  Type.Object({ result: Type.Literal('done'), position: Type.String({ pattern: '^\\d+$' }) }),
  /** The attempt was not due; the worker is busy; the worker could not make it. */
  Type.Object({ result: Type.Enum(['stale', 'busy', 'failed']) }),
  /** This worker cannot open a signing secret of the destination, which this master key sealed. */
  Type.Object({ result: Type.Literal('unopened'), keyId: Type.String(), reason: Type.String() }),
]);
export type Reply = Static<typeof Reply>;

/** No worker listens; no worker answered in time. */
export type NoReply = { readonly result: 'nobody' | 'silent' };

export const validRequest = Compile(AttemptRequest);
export const validReply = Compile(Reply);
