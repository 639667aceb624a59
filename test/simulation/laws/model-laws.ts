import { isDeepStrictEqual } from 'node:util';
import type { RecordedEvent } from '../../../log/event-log.ts';
import { deliveries, subscriptionsPrefix } from '../../../projections/read-models/deliveries/projection.ts';
import type { VersionedDocument } from '../../../projections/runner/versioned-document.ts';
import { openMemoryCollection } from '../memory/memory-collection.ts';
import { applyTo } from '../memory/memory-store.ts';
import type { Plan } from './delivery-laws.ts';
import type { LawsDeps } from './law.ts';

const oneDelivery = 'each event has one delivery for each destination that it is for, and no other';
const skipped = 'what a disabled destination misses is shown as skipped';
const inOrder = 'the deliveries model is what the log gives, in its order';
const rebuilt = 'a rebuild of the deliveries model gives what was followed';
const gone = 'a delivery that was erased does not come back';

/** Looks at the deliveries that the read store shows, each time that their runner says how far it has come. */
export function openModelLaws({ broken, collection, model, isParked, places }: LawsDeps) {
  /** What the log gives, event by event; none of it is ever lost. */
  const right = openMemoryCollection();
  const firsts = new Map<string, RecordedEvent>();
  const plans = new Map<string, Plan>();
  let ahead: RecordedEvent[] = [];
  let reachedTo = 0n;
  /** What has changed since it was last compared. */
  const touched = new Set<string>();
  right.watch((id) => touched.add(id));
  collection.watch((id, before, after) => {
    touched.add(id);
    if (before && !before.doc && after.doc) broken(gone, `${id} is back`, [id]);
  });

  /** Applies what the log holds up to a position. */
  function catchUp(position: bigint): void {
    const upTo = ahead.filter((event) => event.position <= position);
    ahead = ahead.filter((event) => event.position > position);
    for (const event of upTo) applyTo(right, deliveries, event, firsts.get(event.stream) ?? null);
    if (position > reachedTo) reachedTo = position;
  }

  function compare(id: string): void {
    const [is, should] = [collection.stored.get(id), right.stored.get(id)];
    if (isDeepStrictEqual(is, should)) return;
    const plan = plans.get(id);
    if (id.startsWith(subscriptionsPrefix)) return broken(inOrder, told(id, is, should), [id]);
    if (!is && plan) return broken(oneDelivery, `none of ${id}`, [id]);
    if (is && !plan) return broken(oneDelivery, `${id} is for nobody`, [id]);
    if (plan?.isMissed && should?.doc?.['status'] === 'skipped' && is?.doc?.['status'] !== 'skipped')
      return broken(skipped, `${id} is not`, [id]);
    broken(inOrder, told(id, is, should), [id]);
  }

  /** The documents of a rebuild, from what the log still holds. */
  function rebuild(): ReadonlyMap<string, VersionedDocument> {
    const built = openMemoryCollection();
    for (const { event } of places())
      if (event) applyTo(built, model, event, firsts.get(event.stream) ?? null);
    return built.stored;
  }

  return {
    planned: (plan: Plan): void => void plans.set(plan.id, plan),
    recorded(event: RecordedEvent): void {
      if (event.stream.startsWith('submission-') && event.revision === 0) firsts.set(event.stream, event);
      ahead.push(event);
    },
    /** The runner has come to a position, which may be one that it has been at before MongoDB was emptied. */
    reached(position: bigint): void {
      catchUp(position);
      // Documents that are held back or being rebuilt are compared once they are stored.
      if (isParked() || position < reachedTo) return;
      for (const id of touched) {
        // Stored by a runner that was killed before it said how far it had come.
        if ((collection.stored.get(id)?.position ?? 0n) > reachedTo) continue;
        touched.delete(id);
        compare(id);
      }
    },
    /** Everything that there was is to be built again. */
    emptied(): void {
      for (const id of right.stored.keys()) touched.add(id);
    },
    ended(): void {
      const built = rebuild();
      for (const id of new Set([...built.keys(), ...collection.stored.keys()])) {
        const [is, should] = [collection.stored.get(id), built.get(id)];
        if (!isDeepStrictEqual(is, should)) broken(rebuilt, told(id, is, should), [id]);
      }
    },
  };
}

const told = (id: string, is: VersionedDocument | undefined, should: VersionedDocument | undefined): string =>
  `${id} is ${shown(is)}, and should be ${shown(should)}`;

const shown = (one: VersionedDocument | undefined): string =>
  one ? `${JSON.stringify(one.doc)} at ${one.position}` : 'not there';
