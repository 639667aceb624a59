import type { EventType } from '../../domain/event-registry.ts';
import type { LogItem, RecordedEvent } from '../../log/event-log.ts';
import type { EventProcessor } from '../projection.ts';

/**
 * The events that are held back together behind an event that cannot be applied: those of a document, an
 * account or a stream.
 */
export interface Scope {
  readonly kind: 'document' | 'account' | 'stream';
  readonly id: string;
}

/**
 * The reason for which an event cannot be applied: its type is unknown to this release, it cannot be decoded,
 * a handler throws, its action fails, or its document cannot be stored.
 */
export type Cause = 'unknown type' | 'unreadable' | 'handler' | 'effect' | 'document';

export interface Fault {
  readonly cause: Cause;
  readonly reason: string;
}

/** A key whose events are held back until its faulty event can be applied or is skipped. */
export interface ParkedKey extends Fault {
  readonly scope: Scope;
  readonly accountId: string | null;
  /** The event that cannot be applied. */
  readonly event: {
    readonly id: string;
    readonly type: string;
    readonly stream: string;
    readonly revision: number;
  };
  /** The position after which a retry reads the log; null for the start of the log. */
  readonly after: bigint | null;
  /** The position from which the key's events are held back. */
  readonly from: bigint;
  /** The position of the last event held back. */
  readonly through: bigint;
  /** The number of events held back, including the faulty event. */
  readonly events: number;
}

/** Parked keys by `nameOfScope`. */
export type ParkedKeys = ReadonlyMap<string, ParkedKey>;

export const nothingParked: ParkedKeys = new Map();

export const nameOfScope = ({ kind, id }: Scope): string => `${kind} ${id}`;

/** Returns the scopes of an event, narrowest first. @param key the key of the event's document, if known */
export function scopesOf(
  { event, undecoded }: Pick<LogItem, 'event' | 'undecoded'>,
  key: string | null,
): readonly Scope[] {
  const account = event?.metadata.accountId ?? undecoded?.accountId;
  const stream = event?.stream ?? undecoded?.stream;
  return [
    ...(key === null ? [] : [{ kind: 'document', id: key } as const]),
    ...(account === undefined || account === null ? [] : [{ kind: 'account', id: account } as const]),
    ...(stream === undefined ? [] : [{ kind: 'stream', id: stream } as const]),
  ];
}

/** Returns the key by the event's stream, for an event whose own key cannot be determined. */
export const keyByStream = (model: EventProcessor, stream: string): string | null =>
  model.keyOfStream?.(stream) ?? null;

/** Changes of the parked keys during a batch. */
export interface Parking {
  /**
   * Holds an event back if one of its scopes is parked at or before its position. @returns whether it was
   * held back
   */
  holdBack(scopes: readonly Scope[], position: bigint): boolean;
  /** Parks the narrowest scope of an event that cannot be applied. */
  park(item: LogItem, scopes: readonly Scope[], after: bigint | null, fault: Fault): void;
  /** Whether nothing is parked, so that scopes need not be determined. */
  isEmpty(): boolean;
  readonly changes: ReadonlyMap<string, ParkedKey>;
}

/**
 * Tracks the parked keys through a batch without changing `known`.
 * @param changes the changes of an earlier part of the batch
 */
export function trackParking(known: ParkedKeys, changes: ParkedKeys = nothingParked): Parking {
  const changed = new Map(changes);
  const find = (name: string) => changed.get(name) ?? known.get(name);

  function extend(name: string, parked: ParkedKey, position: bigint): void {
    if (position > parked.through)
      changed.set(name, { ...parked, through: position, events: parked.events + 1 });
  }

  return {
    changes: changed,
    isEmpty: () => known.size === 0 && changed.size === 0,
    holdBack(scopes, position) {
      for (const scope of scopes) {
        const name = nameOfScope(scope);
        const parked = find(name);
        if (!parked || parked.from > position) continue;
        extend(name, parked, position);
        return true;
      }
      return false;
    },
    park({ event, undecoded, position }, scopes, after, fault) {
      const [scope] = scopes;
      const identity = event ?? undecoded;
      if (!scope || !identity) throw new Error('an event without a stream cannot be parked');
      const name = nameOfScope(scope);
      // A later event of this scope may be parked already, because it was read first.
      const later = find(name);
      changed.set(name, {
        ...fault,
        scope,
        accountId: event?.metadata.accountId ?? undecoded?.accountId ?? null,
        event: {
          id: identity.id,
          stream: identity.stream,
          revision: identity.revision,
          type: event?.event.type ?? undecoded?.type ?? '',
        },
        after,
        from: position,
        through: later && later.through > position ? later.through : position,
        events: 1 + (later?.events ?? 0),
      });
    },
  };
}

/** An event was folded, but its action failed or the store cannot hold its document. */
export class EventRefused extends Error {
  constructor(
    readonly fault: Fault,
    cause: unknown,
  ) {
    super(fault.reason, { cause });
    this.name = 'EventRefused';
  }
}

const longestReason = 500;

/** Returns the fault for an error, with a shortened message. */
export const faultOf = (cause: Cause, error: unknown): Fault => ({
  cause,
  reason: (error instanceof Error ? error.message : String(error)).slice(0, longestReason),
});

/**
 * Returns why a model cannot apply an event that could not be decoded; null if the event does not concern the
 * model.
 */
export function faultOfUnread(model: EventProcessor, { undecoded }: LogItem): Fault | null {
  if (!undecoded) return null;
  const { type, stream, fault } = undecoded;
  const acts = 'react' in model || beginsWith(model, stream);
  if (fault === null)
    // A newer release may have written it: nothing that follows from later events is certain without it.
    return acts ? faultOf('unknown type', `events of type ${type} are unknown to this release`) : null;
  return acts || Object.hasOwn(model.on, type) ? faultOf('unreadable', fault) : null;
}

/** Whether events of a stream decide which documents begin. */
const beginsWith = ({ beginnings }: EventProcessor, stream: string): boolean =>
  beginnings?.streamPrefixes.some((prefix) => stream.startsWith(prefix)) === true;

export const concerns = (model: EventProcessor, { event }: RecordedEvent): boolean =>
  model.on[event.type] !== undefined || 'react' in model || isOrigin(model, event.type);

const isOrigin = ({ beginnings }: EventProcessor, type: EventType): boolean =>
  beginnings?.on[type] !== undefined || beginnings?.begunBy.includes(type) === true;
