import type { LogItem, RecordedEvent } from '../../log/event-log.ts';
import {
  concerns,
  type Fault,
  faultOf,
  faultOfUnread,
  keyByStream,
  nameOfScope,
  nothingParked,
  type ParkedKeys,
  type Parking,
  scopesOf,
  trackParking,
} from '../parking/parking.ts';
import { type Beginnings, type Document, type EventProcessor, project } from '../projection.ts';
import { nothingBegins, type Origins, stateIdOf } from './beginnings.ts';
import type { VersionedDocument } from './versioned-document.ts';

/** An event with the document that it belongs to. */
export interface Step {
  readonly event: RecordedEvent;
  readonly key: string;
  /** The document that counts the event's document; null if there is none. */
  readonly countedBy: string | null;
  /** The document that the event begins; absent for an event that changes its document. */
  readonly begun?: Document;
}

/** Returns the keys of all documents that a step may change. */
export const keysOf = ({ key, countedBy }: Step): readonly string[] =>
  countedBy === null ? [key] : [key, countedBy];
/** The events of a batch that concern a model, sorted by document. */
export interface Plan {
  readonly steps: readonly Step[];
  /** The states of accounts that the batch changes, see `Beginnings`. */
  readonly states: ReadonlyMap<string, VersionedDocument>;
  /** The last position of the batch; null for an empty batch. */
  readonly reached: bigint | null;
  /** Whether the batch retries parked events: later events may have been counted already. */
  readonly isRetry: boolean;
  /** How many of the batch's events belong to the requested scope. */
  readonly belonging: number;
  /** Returns the parked keys as they are before the batch is folded; each call starts from the same state. */
  readonly openParking: () => Parking;
  /** Returns the position that precedes another in the batch. */
  readonly before: (position: bigint) => bigint | null;
}

/** The conditions under which a batch is planned. */
export interface PlanOptions {
  /** The ids of events that the model skips. */
  readonly skipped?: ReadonlySet<string>;
  /** The keys parked before the batch. */
  readonly parked?: ParkedKeys;
  /** The last position before the batch. */
  readonly after?: bigint | null;
  /** The faults of refused events, by event id. */
  readonly refused?: ReadonlyMap<string, Fault>;
  /** The name of the only scope whose events are applied. */
  readonly onlyScope?: string | undefined;
  /** Whether the document with this key is built at all. */
  readonly isIncluded?: (key: string) => boolean;
  /** What decides which documents the batch begins. */
  readonly origins?: Origins;
}

/**
 * Selects the events of a batch that concern the model, finds their documents, and holds back events behind a
 * parked event of the same key.
 */
export function planBatch(
  model: EventProcessor,
  items: readonly LogItem[],
  planning: PlanOptions = {},
): Plan {
  const {
    skipped,
    parked = nothingParked,
    after = null,
    refused,
    onlyScope,
    isIncluded = () => true,
    origins = nothingBegins,
  } = planning;
  const steps: Step[] = [];
  const states = new Map<string, VersionedDocument>();
  const parking = trackParking(parked);
  const before = (position: bigint) => items.findLast((one) => one.position < position)?.position ?? after;
  let belonging = 0;

  function take(item: LogItem): void {
    const { event, undecoded, position } = item;
    const named = event ?? undecoded;
    if (!named || skipped?.has(named.id)) return;
    if (event && !concerns(model, event)) return;
    const { key, fault } = event ? keyOf(model, event, refused) : unreadKey(model, item);
    if (key === null && !fault && !model.beginnings) return;
    if (key !== null && !isIncluded(key)) return;
    if (fault || onlyScope !== undefined || !parking.isEmpty()) {
      const scopes = scopesOf(item, key);
      if (onlyScope !== undefined && !scopes.some((scope) => nameOfScope(scope) === onlyScope)) return;
      belonging += 1;
      if (parking.holdBack(scopes, position)) return;
      if (fault) return parking.park(item, scopes, before(position), fault);
    }
    if (event && key !== null) steps.push({ event, key, countedBy: counterOf(model, event) });
    if (event && model.beginnings) begin(model.beginnings, event, item);
  }

  /** Begins the documents of an event, then changes the state, unless the state shows that both are done. */
  function begin(beginnings: Beginnings, event: RecordedEvent, item: LogItem): void {
    const id = stateIdOf(beginnings, event);
    const state = states.get(id) ?? origins.states.get(id);
    if (state && state.position >= event.position) return;
    try {
      const begun = beginnings.begunBy.includes(event.event.type)
        ? beginnings.begin(state?.doc ?? null, event, origins.firsts.get(event.id) ?? null)
        : [];
      const next = project(beginnings, state?.doc ?? null, event);
      for (const { id: key, doc } of begun)
        if (isIncluded(key)) steps.push({ event, key, countedBy: null, begun: doc });
      if (next && next !== state?.doc) states.set(id, { position: event.position, doc: next });
    } catch (error) {
      parking.park(item, scopesOf(item, null), before(item.position), faultOf('handler', error));
    }
  }

  for (const item of items) take(item);
  const reopen = () => trackParking(parked, parking.changes);
  const reached = items.at(-1)?.position ?? null;
  return { steps, states, reached, isRetry: onlyScope !== undefined, belonging, openParking: reopen, before };
}

function counterOf({ counter }: EventProcessor, event: RecordedEvent): string | null {
  const counted = counter?.of(event) ?? null;
  return counter && counted !== null ? counter.prefix + counted : null;
}

interface Keyed {
  readonly key: string | null;
  readonly fault: Fault | null;
}

function keyOf(model: EventProcessor, event: RecordedEvent, refused: PlanOptions['refused']): Keyed {
  try {
    return { key: model.key(event), fault: refused?.get(event.id) ?? null };
  } catch (error) {
    return { key: keyByStream(model, event.stream), fault: faultOf('handler', error) };
  }
}

const unreadKey = (model: EventProcessor, item: LogItem): Keyed => ({
  key: keyByStream(model, item.undecoded?.stream ?? ''),
  fault: faultOfUnread(model, item),
});
