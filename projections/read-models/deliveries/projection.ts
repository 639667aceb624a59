import {
  needsFirst,
  planDeliveries,
  sourceStreams,
  sourceTypes,
  type Subscription,
  subscriptionsAfter,
} from '../../../domain/delivery/plan.ts';
import { deliveryStatuses } from '../../../domain/delivery/state.ts';
import { deliveryKinds } from '../../../domain/destination/events.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import { type Beginnings, idAfter, type Index, type Projection } from '../../projection.ts';
import { after, attempted, type DeliveryDocument, documentOf, due, ended, scheduled } from './document.ts';

/** Oldest first, and read backwards: a store fills its pages best where new entries come at the end. */
const inTime = { created_at: 1, _id: 1 } as const;

/** A list without a kind or status merges the index ranges of each kind and status, which are few. */
const eachKind = { kind: 1, status: 1, ...inTime } as const;

/**
 * The indexes of the delivery lists: together they serve every combination of filters in the time of one
 * page.
 */
export const listIndexes = {
  /** A submission never has many deliveries. */
  ofSubmission: { submission_id: 1, ...inTime },
  toDestination: { destination_id: 1, ...eachKind },
  toDestinationAboutForm: { destination_id: 1, form_id: 1, ...eachKind },
  aboutForm: { form_id: 1, ...eachKind },
  ofAccount: { account_id: 1, ...eachKind },
  all: eachKind,
} as const satisfies Record<string, Index['keys']>;

/** Orders due deliveries by destination; a delivery without a planned attempt has no shard. */
export const dueIndex = { shard: 1, destination_id: 1, next_attempt_at: 1, _id: 1 } as const;

/** The document with which an account's destinations are kept, as of its last change. */
export type SubscriptionsDocument = Readonly<{ subscriptions: readonly Subscription[] }>;

const subscribed = (doc: SubscriptionsDocument | null, event: RecordedEvent): SubscriptionsDocument => ({
  subscriptions: subscriptionsAfter(doc?.subscriptions ?? [], event),
});

/** The prefix of the ids of the documents that hold the subscriptions of an account. */
export const subscriptionsPrefix = 'subscriptions:';

/** Deliveries begin with their source events, pending or skipped, for the destinations of the account at that time. */
const beginnings: Beginnings<SubscriptionsDocument> = {
  prefix: subscriptionsPrefix,
  streamPrefixes: sourceStreams,
  on: {
    DestinationConfigured: subscribed,
    DestinationChanged: subscribed,
    DestinationEnabled: subscribed,
    DestinationDisabled: subscribed,
    DestinationRemoved: subscribed,
  },
  begunBy: sourceTypes,
  needsFirst,
  begin: (doc, event, first) =>
    planDeliveries(doc?.subscriptions ?? [], event, first).map((plan) => ({
      id: plan.subject.deliveryId,
      doc: documentOf(plan),
    })),
};

const shared = {
  name: 'deliveries',
  // Most deliveries are planned and attempted within this time, and are then written once. Larger batches delay others.
  gatherMs: 250,
  erasedBy: ['DeliveryErased'],
  indexes: [
    ...Object.values(listIndexes).map((keys) => ({ keys })),
    // The deliveries of a source event.
    { keys: { 'source.event_id': 1 } },
    // The due queue: by time, by shard, and by log position.
    { keys: { next_attempt_at: 1, _id: 1 } },
    { keys: dueIndex },
    { keys: { status: 1, _position: 1 } },
  ],
  accountListing: { at: 'created_at', each: { kind: deliveryKinds, status: deliveryStatuses } },
  keyOfStream: (stream) => idAfter('delivery-', stream),
  key: ({ event, stream }) =>
    event.type === 'DeliveryErased' ? event.data.deliveryId : idAfter('delivery-', stream),
  on: {
    DeliveryScheduled: (_, { event }) => scheduled(event.data, event.data.dueAt),
    DeliverySkipped: (doc, { event: { data } }) => after(doc, data, (one) => ended(one, 'skipped', data.at)),
    DeliveryAttempted: (doc, { event: { data } }) => after(doc, data, (one) => attempted(one, data)),
    DeliveryErased: () => null,
    DeliverySucceeded: (doc, { event }) => doc && ended(doc, 'succeeded', event.data.at),
    DeliveryExhausted: (doc, { event: { data } }) =>
      doc && ended(doc, data.reason === 'attempt_limit' ? 'exhausted' : 'failed', data.at),
    DeliveryCancelled: (doc, { event: { data } }) =>
      after(doc, data, (one) => ({
        ...ended(one, 'cancelled', data.at),
        cancellation: { reason: data.reason, note: data.note ?? null },
      })),
    DeliveryReplayRequested: (doc, { event: { data } }) =>
      after(doc, data, (one) => ({
        ...one,
        ...due(data.dueAt, one.destination_id),
        status: 'pending',
        updated_at: data.at,
      })),
  },
} satisfies Omit<Projection<DeliveryDocument>, 'version' | 'streamPrefixes'>;

/** The delivery log: each delivery with its attempts and its next due time. */
export const deliveries: Projection<DeliveryDocument> = {
  ...shared,
  version: 7,
  streamPrefixes: ['delivery-', 'audit-', ...beginnings.streamPrefixes],
  beginnings,
  skipsAlso: 'planner',
  // Its documents begin with their own first events.
  previous: { ...shared, version: 6, streamPrefixes: ['delivery-', 'audit-'] },
};
