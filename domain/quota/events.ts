import Type from 'typebox';
import { type EventDefinition, type EventOf, v1 } from '../event.ts';
import { Timestamp } from '../time.ts';

const Submissions = Type.Object({
  submissionIds: Type.Array(Type.String()),
  /** Earlier releases had a block for each form. */
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
 * The reservations of a month's quota. Each one is made under the id of the submission that may use it, before that
 * submission is created. The reservations of one event are a block, which is settled once: by the process that
 * reserved it, or, if that process died, by another one after it has made the submissions' streams refuse the
 * creation.
 */
export const quotaEvents = {
  /** A block: reservations for requests in progress, and spare ones for later requests of the same process. */
  SubmissionQuotaReserved: v2,
  /** Written only by earlier releases: releases reservations without naming their block. */
  SubmissionQuotaReleased: v2,
  /**
   * Settles blocks. The reservations of `submissionIds`, which were never created, are released; all others of these
   * blocks count for good.
   */
  SubmissionQuotaSettled: v1(
    Type.Object({
      /** The revisions of the blocks in the same stream. */
      reservations: Type.Array(Revision),
      submissionIds: Type.Array(Type.String()),
      /** Earlier releases named the form of the released reservations. */
      formId: Type.Union([Type.String(), Type.Null()]),
      at: Timestamp,
    }),
  ),
  /** The state of the stream at this revision: a reader needs no earlier event. */
  SubmissionQuotaCounted: v1(
    Type.Object({
      used: Type.Integer({ minimum: 0 }),
      /** Unsettled blocks as ranges of revisions: the first, and the one after the last. */
      open: Type.Array(Type.Tuple([Revision, Revision])),
      at: Timestamp,
    }),
  ),
};

export type QuotaEvent = EventOf<typeof quotaEvents>;

/** A block's own stream, for requests whose submission has an id before it is reserved. */
export const assignmentEvents = {
  /** Assigns each reservation to this submission, instead of the one under whose id (`place`) it was made. */
  SubmissionPlacesAssigned: v1(
    Type.Object({
      assignments: Type.Array(Type.Object({ place: Type.String(), submissionId: Type.String() })),
      at: Timestamp,
    }),
  ),
  /** No further reservation of the block can be assigned. */
  SubmissionLeaseClosed: v1(Type.Object({ at: Timestamp })),
};

export type AssignmentEvent = EventOf<typeof assignmentEvents>;
