import Type from 'typebox';
import { type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';

/**
 * The events of the stream of one payment of a provider. The stream outlives the submission, so it holds no
 * amount and no answer.
 */
export const paymentEvents = {
  /** The payment pays this submission and no other. */
  PaymentAssigned: v1(Type.Object({ submissionId: Type.String(), at: Timestamp })),
};

export type PaymentEvent = EventOf<typeof paymentEvents>;
