import { isDeepStrictEqual } from 'node:util';
import type { DomainEvent } from '../../domain/event-registry.ts';
import type { Channel } from '../../domain/notice/kinds.ts';
import type { NoticeTrigger } from '../../domain/notice/trigger.ts';
import { isDigest } from '../../domain/notice-choices/decider.ts';
import { idIn, isStartedQuota } from '../../domain/stream-names.ts';
import type { RecordedEvent } from '../../log/event-log.ts';
import type { ProcessManager } from '../../projections/projection.ts';
import { digestIndex, recipientDocuments } from '../../projections/read-models/notices/digest-queries.ts';
import { channelsFor, newRecipient, type Recipient } from './recipients.ts';

/** The members of an account with their choices. */
export type RecipientsDocument = Readonly<{
  people: readonly Recipient[];
  /** Present if anyone gets digests. */
  has_digests?: true;
}>;

/** The people who get a notice of an event, with its subject. */
export interface Announcement {
  readonly accountId: string;
  /** Null if it follows from the quota at the event, which only the account's plan can tell. */
  readonly trigger: NoticeTrigger | null;
  readonly to: readonly { readonly personId: string; readonly channel: Channel }[];
  readonly eventId: string;
  readonly stream: string;
  readonly position: bigint;
  /** ISO 8601. */
  readonly occurredAt: string;
  readonly correlationId: string;
}

/** From this attempt on, a destination counts as failing: a receiver that restarts misses one or two. */
const failingFrom = 3;

function triggerOf({ event, stream }: RecordedEvent): NoticeTrigger | null {
  switch (event.type) {
    case 'DeliveryAttempted': {
      const { destinationId, attempt, succeeded, nextAttemptAt } = event.data;
      const isFailing = succeeded === undefined && attempt === failingFrom && nextAttemptAt !== null;
      return isFailing ? { kind: 'destination.failing', destinationId } : null;
    }
    case 'DeliveryExhausted': {
      const { destinationId, reason } = event.data;
      return reason === 'not_repeated' ? null : { kind: 'destination.failing', destinationId };
    }
    case 'DestinationDisabled': {
      const { reason } = event.data;
      if (reason.kind === 'operator') return null;
      return { kind: 'destination.disabled', destinationId: idIn(stream), reason };
    }
    case 'FormClosed':
      return { kind: 'form.closed', formId: idIn(stream) };
    case 'SubmissionCreated': {
      const { form, submissionId, isComplete, importedAt } = event.data;
      // An import is no news.
      if (!isComplete || importedAt !== undefined) return null;
      return { kind: 'submission.created', formId: form.id, submissionId };
    }
    case 'SubmissionCompleted':
      return {
        kind: 'submission.created',
        formId: event.data.form.id,
        submissionId: event.data.submissionId,
      };
    case 'DigestClosed': {
      const { pace, since, until, forms } = event.data;
      return { kind: 'submission.digest', pace, since, until, forms };
    }
    default:
      return null;
  }
}

/** The people whom an event concerns: of a digest its person alone, and never the person who acted. */
function audienceOf({ event, metadata: { actor } }: RecordedEvent): (recipient: Recipient) => boolean {
  if (event.type === 'DigestClosed') return ({ personId }) => personId === event.data.personId;
  if (event.type === 'FormClosed') return ({ personId }) => actor.kind !== 'member' || actor.id !== personId;
  return () => true;
}

const isQuotaStep = ({ event, stream }: RecordedEvent): boolean =>
  event.type === 'SubmissionQuotaReserved' && !isStartedQuota(stream);

/** A trigger that stands for any step of a quota, to find those who want to know. */
const anyShare: NoticeTrigger = { kind: 'quota.reached', month: '', share: 100, limit: 0 };

function recipientsOf({ people }: RecipientsDocument, recorded: RecordedEvent, trigger: NoticeTrigger) {
  const isConcerned = audienceOf(recorded);
  const { event } = recorded;
  return people.filter(isConcerned).flatMap((recipient) => {
    const { personId } = recipient;
    const through = channelsFor(recipient, trigger);
    // A digest was collected for one channel.
    const wanted =
      event.type === 'DigestClosed' ? through.filter((one) => one === event.data.channel) : through;
    return wanted.map((channel) => ({ personId, channel }));
  });
}

const follows = new Set<DomainEvent['type']>([
  'ChatAddressChosen',
  'ChatAddressRemoved',
  'DeliveryAttempted',
  'DeliveryExhausted',
  'DestinationDisabled',
  'DigestClosed',
  'FormClosed',
  'MemberJoined',
  'MemberRemoved',
  'MemberRoleChanged',
  'NoticesChosen',
  'SubmissionCompleted',
  'SubmissionCreated',
  'SubmissionQuotaReserved',
]);

/** Changes one recipient of an account. Of people who left and have chosen nothing, such as those who are erased, nothing is kept. */
function withRecipient(
  doc: RecipientsDocument | null,
  personId: string,
  change: (recipient: Recipient) => Recipient,
): RecipientsDocument {
  const people = doc?.people ?? [];
  const changed = change(people.find((one) => one.personId === personId) ?? newRecipient(personId));
  const others = people.filter((one) => one.personId !== personId);
  const next = isDeepStrictEqual(changed, newRecipient(personId)) ? others : [...others, changed];
  const hasDigests = next.some(
    ({ role, mail, chat }) => role !== null && (isDigest(mail.submissions) || isDigest(chat.submissions)),
  );
  return { people: next, ...(hasDigests && { has_digests: true as const }) };
}

/**
 * Decides which members get a notice of an event in their account, by its members and their choices as of the event: a replay decides
 * the same.
 * The documents change with members and choices alone, so that a submission costs no write.
 */
export const noticePlanner: ProcessManager<RecipientsDocument, Announcement> = {
  ...recipientDocuments,
  streamPrefixes: ['members-', 'notices-', 'form-', 'destination-', 'delivery-', 'quota-', 'submission-'],
  gatherMs: 200,
  indexes: [digestIndex],
  key: ({ event, metadata }) => (follows.has(event.type) ? metadata.accountId : null),
  on: {
    MemberJoined: (doc, { event: { data } }) =>
      withRecipient(doc, data.personId, (one) => ({ ...one, role: data.role })),
    MemberRoleChanged: (doc, { event: { data } }) =>
      withRecipient(doc, data.personId, (one) => ({ ...one, role: data.role })),
    MemberRemoved: (doc, { event: { data } }) =>
      withRecipient(doc, data.personId, (one) => ({ ...one, role: null })),
    NoticesChosen: (doc, { event: { data } }) =>
      withRecipient(doc, data.personId, (one) => ({ ...one, [data.channel]: data.choice })),
    ChatAddressChosen: (doc, { event: { data } }) =>
      withRecipient(doc, data.personId, (one) => ({ ...one, hasChatAddress: true })),
    ChatAddressRemoved: (doc, { event: { data } }) =>
      withRecipient(doc, data.personId, (one) => ({ ...one, hasChatAddress: false })),
  },
  react: (doc, recorded) => {
    if (!doc) return [];
    const isOfQuota = isQuotaStep(recorded);
    const trigger = isOfQuota ? anyShare : triggerOf(recorded);
    const to = trigger ? recipientsOf(doc, recorded, trigger) : [];
    if (to.length === 0) return [];
    const { id: eventId, stream, position, event, metadata } = recorded;
    const { accountId, correlationId } = metadata;
    const occurredAt = 'at' in event.data ? event.data.at : '';
    const announcement = { accountId, to, eventId, stream, position, occurredAt, correlationId };
    return [{ ...announcement, trigger: isOfQuota ? null : trigger }];
  },
};
