import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';

/** Asks some worker to make one attempt of a delivery. */
const AttemptRequest = Type.Object({
  deliveryId: Type.String(),
  attempt: Type.Integer({ minimum: 1 }),
  /** It was asked for before, and nobody knows what came of it: the worker must look into the log itself. */
  again: Type.Boolean(),
});
export type AttemptRequest = Static<typeof AttemptRequest>;

const Reply = Type.Union([
  /** The log holds what came of it, at this position. */
  Type.Object({ result: Type.Literal('done'), position: Type.String({ pattern: '^\\d+$' }) }),
  /** There was nothing to do; the worker has its hands full; it could not do it. */
  Type.Object({ result: Type.Enum(['stale', 'busy', 'failed']) }),
  /** This worker cannot open a signing secret of the destination, which this master key sealed. */
  Type.Object({ result: Type.Literal('unopened'), keyId: Type.String(), reason: Type.String() }),
]);
export type Reply = Static<typeof Reply>;

/** No worker listens; none answered in time. */
export type NoReply = { readonly result: 'nobody' | 'silent' };

/** Several requests in one message; answers go to `answerTo` as they come, each with the number of its request. */
const Asked = Type.Object({
  answerTo: Type.String({ minLength: 1 }),
  requests: Type.Array(Type.Tuple([Type.Integer(), AttemptRequest])),
});
const Answers = Type.Array(Type.Tuple([Type.Integer(), Reply]));
export type Answers = Static<typeof Answers>;

export const validAsked = Compile(Asked);
export const validAnswers = Compile(Answers);
