import Type from 'typebox';
import { type EventDefinition, type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';

const Submissions = Type.Object({
  submissionIds: Type.Array(Type.String()),
  /** Version 1 did not record it. */
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
 * Places in a month's quota. Each place is reserved under the id of the submission that may take it, before
 * that submission is created. Each reservation is settled once: by its process, or, if that process died, by
 * another process after it has made the submissions' streams refuse the creation.
 */
export const quotaEvents = {
  /**
   * Places for submissions of one form: for requests in progress, and for requests that a busy process
   * expects.
   */
  SubmissionQuotaReserved: v2,
  /** Written only by earlier releases: returns places without naming their reservation. */
  SubmissionQuotaReleased: v2,
  /**
   * Settles reservations. The places of `submissionIds` (submissions of one form, which were never created)
   * are free again; all other places of these reservations are taken for good.
   */
  SubmissionQuotaSettled: v1(
    Type.Object({
      /** The revisions of the reservations in the same stream. */
      reservations: Type.Array(Revision),
      submissionIds: Type.Array(Type.String()),
      /** Null if no place is returned, or if the reservation does not name the form. */
      formId: Type.Union([Type.String(), Type.Null()]),
      at: Timestamp,
    }),
  ),
  /** The state of the stream at this revision: a reader needs no earlier event. */
  SubmissionQuotaCounted: v1(
    Type.Object({
      used: Type.Integer({ minimum: 0 }),
      /** Unsettled reservations as ranges of revisions: the first, and the one after the last. */
      open: Type.Array(Type.Tuple([Revision, Revision])),
      at: Timestamp,
    }),
  ),
};

export type QuotaEvent = EventOf<typeof quotaEvents>;

/** A reservation's own stream, for places that are reserved before their submissions are known. */
export const leaseEvents = {
  /** Assigns each place to this submission, instead of the one under whose id it was reserved. */
  SubmissionPlacesAssigned: v1(
    Type.Object({
      assignments: Type.Array(Type.Object({ place: Type.String(), submissionId: Type.String() })),
      at: Timestamp,
    }),
  ),
  /** No further place of the reservation can be assigned. */
  SubmissionLeaseClosed: v1(Type.Object({ at: Timestamp })),
};

export type LeaseEvent = EventOf<typeof leaseEvents>;
