import type { RecordedEvent } from '../../log/event-log.ts';
import { type Fault, faultOf, type ParkedKeys, type Parking, scopesOf } from '../parking/parking.ts';
import {
  type Count,
  type Document,
  type EventProcessor,
  type ProcessManager,
  project,
  type Projection,
} from '../projection.ts';
import type { Plan, Step } from './plan-batch.ts';
import type { VersionedDocument } from './versioned-document.ts';

/** The outcome of folding a batch. */
export interface FoldedBatch<Action> {
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
): FoldedBatch<Action> {
  const changes = new Map<string, VersionedDocument>();
  const actions: Action[] = [];
  const parking = plan.openParking();
  const failed = new Set<string>();

  function take({ event, key, countedBy, begun }: Step): void {
    const before = changes.get(key) ?? documents.get(key);
    if (begun) {
      if (!before) changes.set(key, { position: event.position, doc: begun });
      return;
    }
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
    const count = countAfter(model, event, before?.doc ?? null, counted, plan.isRetry);
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
  for (const [id, state] of plan.states) changes.set(id, state);
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

/** Returns the counting document after an event of a document; null if it holds the event already. */
function countAfter(
  { counter }: EventProcessor,
  { event: { type }, position }: RecordedEvent,
  doc: Document | null,
  before: VersionedDocument | undefined,
  isRetry: boolean,
): VersionedDocument | null {
  const isLater = before !== undefined && before.position >= position;
  if (!counter || (isLater && !isRetry)) return null;
  const { none, adds, removes, counted } = counter;
  const added = adds[type] ?? none;
  const taken = type === removes && doc ? counted(doc) : none;
  const count: Count = Object.fromEntries(
    Object.keys(none).map((name) => [
      name,
      Number(before?.doc?.[name] ?? 0) + (added[name] ?? 0) - (taken[name] ?? 0),
    ]),
  );
  return { position: isLater ? before.position : position, doc: count };
}
