import Type from 'typebox';
import { v1, type EventDefinition, type EventOf } from '../event.ts';
import { Timestamp } from '../time.ts';

const Submissions = Type.Object({
  submissionIds: Type.Array(Type.String()),
  /** Version 1 did not tell. */
  formId: Type.Union([Type.String(), Type.Null()]),
  at: Timestamp,
});

const v2: EventDefinition<typeof Submissions> = {
  version: 2,
  schema: Submissions,
  upcasters: { 1: (data) => ({ ...data, formId: null }) },
};

const Revision = Type.Integer({ minimum: 0 });

/**
 * Places of a month's quota. Each place is reserved under the id of the submission that may take it, before that
 * submission is created. Each reservation is settled once: by the process that made it, or, if that process died, by
 * another process after it has made the submissions' streams refuse the creation.
 */
export const quotaEvents = {
  /** Places for submissions of one form: for requests in flight, and for requests that a busy process expects. */
  SubmissionQuotaReserved: v2,
  /** Written by earlier releases only: gives places back without saying of which reservation. */
  SubmissionQuotaReleased: v2,
  /**
   * Ends reservations. The places of `submissionIds` (submissions of one form, which these reservations never made)
   * are free again; all other places of these reservations are taken for good.
   */
  SubmissionQuotaSettled: v1(
    Type.Object({
      /** The revisions of the reservations in the same stream. */
      reservations: Type.Array(Revision),
      submissionIds: Type.Array(Type.String()),
      /** Null where no place is given back, or where the reservation does not say. */
      formId: Type.Union([Type.String(), Type.Null()]),
      at: Timestamp,
    }),
  ),
  /** The state of the stream at this revision: a reader needs nothing from before it. */
  SubmissionQuotaCounted: v1(
    Type.Object({
      used: Type.Integer({ minimum: 0 }),
      /** Reservations that are not settled, as ranges of revisions: the first, and the one after the last. */
      open: Type.Array(Type.Tuple([Revision, Revision])),
      at: Timestamp,
    }),
  ),
};

export type QuotaEvent = EventOf<typeof quotaEvents>;

/** A reservation's own stream, for the places that are reserved before it is known which submission will take them. */
export const leaseEvents = {
  /** Each place is for this submission only, instead of the one whose id it was reserved under. */
  SubmissionPlacesAssigned: v1(
    Type.Object({
      assignments: Type.Array(Type.Object({ place: Type.String(), submissionId: Type.String() })),
      at: Timestamp,
    }),
  ),
  /** No further place of the reservation is assigned. */
  SubmissionLeaseClosed: v1(Type.Object({ at: Timestamp })),
};

export type LeaseEvent = EventOf<typeof leaseEvents>;
