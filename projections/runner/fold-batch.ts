import type { LogItem, RecordedEvent } from '../../log/event-log.ts';
import {
  concerns,
  faultOf,
  faultOfUnread,
  keyByStream,
  nameOfScope,
  nothingParked,
  trackParking,
  scopesOf,
  type Fault,
  type ParkedKeys,
  type Parking,
} from '../parking/parking.ts';
import { project, type Count, type Document, type ProcessManager, type Projection } from '../projection.ts';

/** A document with the position of the last event applied to it; `doc` is null for a deleted document. */
export interface VersionedDocument {
  readonly position: bigint;
  readonly doc: Document | null;
}

/** An event with the document that it belongs to. */
export interface Step {
  readonly event: RecordedEvent;
  readonly key: string;
  /** The document that counts the event's document; null if there is none. */
  readonly countedBy: string | null;
}

/** Returns the keys of all documents that a step may change. */
export const keysOf = ({ key, countedBy }: Step): readonly string[] =>
  countedBy === null ? [key] : [key, countedBy];

/** The events of a batch that concern a model, sorted by document. */
export interface Plan {
  readonly steps: readonly Step[];
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

type Model = Projection | ProcessManager;

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
}

/**
 * Selects the events of a batch that concern the model, finds their documents, and holds back events behind a
 * parked event of the same key.
 */
export function planBatch(model: Model, items: readonly LogItem[], planning: PlanOptions = {}): Plan {
  const {
    skipped,
    parked = nothingParked,
    after = null,
    refused,
    onlyScope,
    isIncluded = () => true,
  } = planning;
  const steps: Step[] = [];
  const parking = trackParking(parked);
  const before = (position: bigint) => items.findLast((one) => one.position < position)?.position ?? after;
  let belonging = 0;

  function take(item: LogItem): void {
    const { event, undecoded, position } = item;
    const named = event ?? undecoded;
    if (!named || skipped?.has(named.id)) return;
    if (event && !concerns(model, event)) return;
    const { key, fault } = event ? keyOf(model, event, refused) : unreadKey(model, item);
    if (key === null && !fault) return;
    if (key !== null && !isIncluded(key)) return;
    if (fault || onlyScope !== undefined || !parking.isEmpty()) {
      const scopes = scopesOf(item, key);
      if (onlyScope !== undefined && !scopes.some((scope) => nameOfScope(scope) === onlyScope)) return;
      belonging += 1;
      if (parking.holdBack(scopes, position)) return;
      if (fault) return parking.park(item, scopes, before(position), fault);
    }
    if (event && key !== null) steps.push({ event, key, countedBy: counterOf(model, event) });
  }

  for (const item of items) take(item);
  const reopen = () => trackParking(parked, parking.changes);
  const reached = items.at(-1)?.position ?? null;
  return { steps, reached, isRetry: onlyScope !== undefined, belonging, openParking: reopen, before };
}

function counterOf({ counter }: Model, event: RecordedEvent): string | null {
  const counted = counter?.of(event) ?? null;
  return counter && counted !== null ? counter.prefix + counted : null;
}

interface Keyed {
  readonly key: string | null;
  readonly fault: Fault | null;
}

function keyOf(model: Model, event: RecordedEvent, refused: PlanOptions['refused']): Keyed {
  try {
    return { key: model.key(event), fault: refused?.get(event.id) ?? null };
  } catch (error) {
    return { key: keyByStream(model, event.stream), fault: faultOf('handler', error) };
  }
}

const unreadKey = (model: Model, item: LogItem): Keyed => ({
  key: keyByStream(model, item.undecoded?.stream ?? ''),
  fault: faultOfUnread(model, item),
});

/** The outcome of folding a batch. */
export interface Outcome<Action> {
  readonly changes: ReadonlyMap<string, VersionedDocument>;
  readonly actions: readonly Action[];
  /** Changes of the parked keys. */
  readonly parked: ParkedKeys;
}

/**
 * Folds a batch into its documents. If a handler throws, the event's key is parked and the batch's later
 * events of that key are held back. An event that a document already holds is skipped, so that a batch may be
 * repeated; its actions were performed before the document was stored.
 * @param documents the stored documents of the steps
 */
export function foldBatch<Action>(
  model: Projection | ProcessManager<Document, Action>,
  plan: Plan,
  documents: ReadonlyMap<string, VersionedDocument>,
): Outcome<Action> {
  const changes = new Map<string, VersionedDocument>();
  const actions: Action[] = [];
  const parking = plan.openParking();
  const failed = new Set<string>();

  function take({ event, key, countedBy }: Step): void {
    const before = changes.get(key) ?? documents.get(key);
    const isApplied = before !== undefined && before.position >= event.position;
    if (!isApplied) {
      const doc = project(model, before?.doc ?? null, event);
      const required = 'react' in model ? model.react(doc, event) : [];
      actions.push(...required);
      if (model.on[event.event.type] && (before ?? doc ?? model.erasedBy?.includes(event.event.type)))
        changes.set(key, { position: event.position, doc });
    }
    if (countedBy === null || (plan.isRetry && isApplied)) return;
    const counted = changes.get(countedBy) ?? documents.get(countedBy);
    const count = countAfter(model, event, Boolean(before?.doc), counted, plan.isRetry);
    if (count) changes.set(countedBy, count);
  }

  for (const step of plan.steps) {
    if (failed.has(step.key) && holdBack(parking, step)) continue;
    try {
      take(step);
    } catch (error) {
      failed.add(step.key);
      parkStep(parking, step, plan, faultOf('handler', error));
    }
  }
  return { changes, actions, parked: parking.changes };
}

const holdBack = (parking: Parking, { event, key }: Step): boolean =>
  parking.holdBack([{ kind: 'document', id: key }], event.position);

const parkStep = (parking: Parking, { event, key }: Step, plan: Plan, fault: Fault): void =>
  parking.park(
    { event, position: event.position },
    scopesOf({ event }, key),
    plan.before(event.position),
    fault,
  );

/** Returns the counting document after an event; null if it holds the event already. */
function countAfter(
  { counter }: Model,
  { event: { type }, position }: RecordedEvent,
  isThere: boolean,
  before: VersionedDocument | undefined,
  isRetry: boolean,
): VersionedDocument | null {
  const isLater = before !== undefined && before.position >= position;
  if (isLater && !isRetry) return null;
  const change = type === counter?.adds ? 1 : type === counter?.removes && isThere ? -1 : 0;
  const count: Count = { count: Number(before?.doc?.['count'] ?? 0) + change };
  return { position: isLater ? before.position : position, doc: count };
}
