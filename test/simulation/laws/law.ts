import type { AttemptOutcome } from '../../../domain/delivery/events.ts';
import type { DeliveryStatus } from '../../../domain/delivery/state.ts';
import type { DeliveryKind, SealedSecret } from '../../../domain/destination/events.ts';
import type { DomainEvent } from '../../../domain/event-registry.ts';
import type { Projection } from '../../../projections/projection.ts';
import type { MemoryCollection } from '../memory/memory-collection.ts';
import type { Place } from '../memory/memory-log.ts';

export const lawNames = [
  'each event has one delivery for each destination that it is for, and no other',
  'what a disabled destination misses is shown as skipped',
  'the deliveries model is what the log gives, in its order',
  'a rebuild of the deliveries model gives what was followed',
  'a delivery that was erased does not come back',
  'the first event of a delivery records the plan that follows from the log',
  'no event schedules a delivery',
  'nothing is sent for a delivery that the log has as ended',
  'attempts are counted without gap or doubling, and there are never more of them than the limit',
  'no attempt begins before it is due',
  'a retry is due as the schedule and Retry-After say',
  'a delivery ends as its last attempt says, and nothing comes after its end',
  'a delivery is skipped or cancelled only for the reason that it names',
  'a recovery sends again all that it is for, and nothing else',
  'a recovery sends a delivery again once at most',
  'a recovery begins nothing more amid a batch, while it is paused, and after its end',
  'a recovery stops by itself only because of its destination',
  'a recovery counts what it has sent again',
  'the disable policy fires exactly when it must',
  'nothing is sent to a destination that was removed or disabled',
  'nothing is sent that the settings of its destination have left out since',
  'nothing is sent of what was erased',
  'every erasure is carried out, with every delivery that told of it',
  'a submission is erased after the deliveries that tell of it',
  'a request carries a signature of each secret that counts, and of no other',
  'every delivery ends',
  'every recovery ends',
  'no part ends by itself',
  'without faults each attempt is sent once, within the limits of its destination',
] as const;
export type LawName = (typeof lawNames)[number];

/** Says that a law does not hold. @param ids of what it is about */
export type Break = (law: LawName, what: string, ids?: readonly string[]) => void;

export type EventOfType<T extends DomainEvent['type']> = Extract<DomainEvent, { type: T }>;

export interface LawsDeps {
  readonly now: () => number;
  readonly broken: Break;
  /** Whether nothing goes wrong in this world but the receivers. */
  readonly isFaultless: boolean;
  /** How long after a change somebody may act on what was before it. */
  readonly staleMs: number;
  /** Tells a secret that the log holds. */
  readonly open: (sealed: SealedSecret, destinationId: string) => string;
  /** The service's public address, which each delivery records. */
  readonly publicUrl: string;
  /** The deliveries of the read store, and the model that gives them. */
  readonly collection: MemoryCollection;
  readonly model: Projection;
  /** Whether events are held back behind one that cannot be decoded. */
  readonly isParked: () => boolean;
  /** What the log holds now, from its start. */
  readonly places: () => readonly Place[];
}

/** A webhook as its receiver gets it. */
export interface SentWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

type Status = DeliveryStatus | 'erased';

/** A delivery as the laws know it. */
export interface KnownDelivery {
  readonly id: string;
  readonly destinationId: string;
  readonly kind: DeliveryKind;
  readonly isTest: boolean;
  readonly formId: string | null;
  /** The fields that its destination had chosen; null for all. */
  readonly fields: readonly string[] | null;
  /** The stream, the position and the time of the event that it tells of. */
  readonly source: string;
  readonly position: bigint;
  readonly at: string;
  /** Whether its stream has no event yet. */
  isNew: boolean;
  status: Status;
  attempts: number;
  round: number;
  /** When it was due last, in milliseconds since the epoch. */
  dueAt: number;
  /** When its status or due time was last another. */
  changedAt: number;
  /** What came of the last attempt, until the end that must follow from it. */
  last: AttemptOutcome | null;
  readonly recoveries: Set<string>;
}
