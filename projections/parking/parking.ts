import type { LogItem, RecordedEvent } from '../../log/event-log.ts';
import type { ProcessManager, Projection } from '../projection.ts';

/** What is held back together when one event of it cannot be taken: a document, an account, or a stream. */
export interface Scope {
  readonly kind: 'document' | 'account' | 'stream';
  readonly id: string;
}

/**
 * Why an event cannot be taken: its type is unknown to this release, it cannot be decoded, a handler throws, what it
 * calls for cannot be done, or its document cannot be stored.
 */
export type Cause = 'unknown type' | 'unreadable' | 'handler' | 'effect' | 'document';

export interface Fault {
  readonly cause: Cause;
  readonly reason: string;
}

/** A key that takes no events until one that it cannot take is mended or skipped. */
export interface ParkedKey extends Fault {
  readonly scope: Scope;
  readonly accountId: string | null;
  /** The event that cannot be taken. */
  readonly event: {
    readonly id: string;
    readonly type: string;
    readonly stream: string;
    readonly revision: number;
  };
  /** The position after which the log is read when this is tried again; null at its start. */
  readonly after: bigint | null;
  /** The key's events from this position on are held back. */
  readonly from: bigint;
  /** The position of the last one that is. */
  readonly through: bigint;
  /** How many are, that one included. */
  readonly events: number;
}

/** Parked keys by `nameOfScope`. */
export type ParkedKeys = ReadonlyMap<string, ParkedKey>;

export const nothingParked: ParkedKeys = new Map();

export const nameOfScope = ({ kind, id }: Scope): string => `${kind} ${id}`;

type Model = Projection | ProcessManager;

/** The scopes that an event belongs to, the narrowest first. @param key of its document, where that is known */
export function scopesOf(
  { event, unread }: Pick<LogItem, 'event' | 'unread'>,
  key: string | null,
): readonly Scope[] {
  const account = event?.metadata.accountId ?? unread?.accountId;
  const stream = event?.stream ?? unread?.stream;
  return [
    ...(key === null ? [] : [{ kind: 'document', id: key } as const]),
    ...(account === undefined || account === null ? [] : [{ kind: 'account', id: account } as const]),
    ...(stream === undefined ? [] : [{ kind: 'stream', id: stream } as const]),
  ];
}

/** The key of an event whose own cannot be worked out: its stream may tell. */
export const keyByStream = (model: Model, stream: string): string | null =>
  model.keyOfStream?.(stream) ?? null;

/** What a batch changes of the keys that are parked. */
export interface Parking {
  /** Holds an event back, if one of its scopes is parked before it. @returns whether it was held back */
  holds(scopes: readonly Scope[], position: bigint): boolean;
  /** Parks the narrowest scope of an event that cannot be taken. */
  park(item: LogItem, scopes: readonly Scope[], after: bigint | null, fault: Fault): void;
  /** Whether nothing is parked, so that no scopes need be worked out. */
  isEmpty(): boolean;
  readonly changes: ReadonlyMap<string, ParkedKey>;
}

/**
 * Follows a batch through the keys that are parked, without changing what was known.
 * @param changes what an earlier part of the batch changed
 */
export function openParking(known: ParkedKeys, changes: ParkedKeys = nothingParked): Parking {
  const changed = new Map(changes);
  const find = (name: string) => changed.get(name) ?? known.get(name);

  function extend(name: string, parked: ParkedKey, position: bigint): void {
    if (position > parked.through)
      changed.set(name, { ...parked, through: position, events: parked.events + 1 });
  }

  return {
    changes: changed,
    isEmpty: () => known.size === 0 && changed.size === 0,
    holds(scopes, position) {
      for (const scope of scopes) {
        const name = nameOfScope(scope);
        const parked = find(name);
        if (!parked || parked.from > position) continue;
        extend(name, parked, position);
        return true;
      }
      return false;
    },
    park({ event, unread, position }, scopes, after, fault) {
      const [scope] = scopes;
      const named = event ?? unread;
      if (!scope || !named) throw new Error('an event without a stream cannot be parked');
      const name = nameOfScope(scope);
      // A later event of it may be parked already: it was read first.
      const later = find(name);
      changed.set(name, {
        ...fault,
        scope,
        accountId: event?.metadata.accountId ?? unread?.accountId ?? null,
        event: {
          ...{ id: named.id, stream: named.stream, revision: named.revision },
          type: event?.event.type ?? unread?.type ?? '',
        },
        ...{ after, from: position },
        through: later && later.through > position ? later.through : position,
        events: 1 + (later?.events ?? 0),
      });
    },
  };
}

/** An event that was folded cannot be taken all the same: by those that perform what it calls for, or by the store. */
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

/** What an error says of an event that cannot be taken. */
export const faultOf = (cause: Cause, error: unknown): Fault => ({
  cause,
  reason: (error instanceof Error ? error.message : String(error)).slice(0, longestReason),
});

/** Why a model cannot take an event that could not be decoded; null where it is none of its own. */
export function faultOfUnread(model: Model, { unread }: LogItem): Fault | null {
  if (!unread) return null;
  const { type, fault } = unread;
  const acts = 'react' in model;
  if (fault === null)
    // A newer release may have written it: a process manager must not act on later events without it.
    return acts ? faultOf('unknown type', `events of type ${type} are unknown to this release`) : null;
  return acts || Object.hasOwn(model.on, type) ? faultOf('unreadable', fault) : null;
}

export const concerns = (model: Model, { event }: RecordedEvent): boolean =>
  model.on[event.type] !== undefined || 'react' in model;
