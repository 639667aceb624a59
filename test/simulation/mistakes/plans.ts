import { stateOfPlan } from '../../../domain/delivery/state.ts';
import { subjectOf } from '../../../domain/delivery/subject.ts';
import { derivedId } from '../../../domain/derived-id.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { type NewEvent, noStream } from '../../../log/event-log.ts';
import { newId } from '../../../log/ids.ts';
import { ConcurrencyConflict } from '../../../log/log-errors.ts';
import {
  type DeliveryOrigin,
  openPlannedDeliveries,
  type PlannedDeliveries,
  type PlannedDeliveriesDeps,
} from '../../../log/planned-deliveries.ts';
import type { Beginning, Beginnings, Projection } from '../../../projections/projection.ts';
import { deliveries } from '../../../projections/read-models/deliveries/projection.ts';
import { isState } from '../../../projections/runner/beginnings.ts';
import type { Documents } from '../../../projections/runner/documents.ts';
import type { VersionedDocument } from '../../../projections/runner/versioned-document.ts';
import type { Place, UsedLog } from '../memory/memory-log.ts';
import type { MemoryQueries } from '../memory/memory-queries.ts';
import { instead, type Mistake } from './mistake.ts';

const oneDelivery = 'each event has one delivery for each destination that it is for, and no other';
const inOrder = 'the deliveries model is what the log gives, in its order';
const exactly = 'a recovery sends again all that it is for, and nothing else';
const over = 'nothing is sent for a delivery that the log has as ended';
const recorded = 'the first event of a delivery records the plan that follows from the log';

/** The read store is built again and again, and its runners die amid that. */
const rebuilding = { operatorsEveryMs: 3_600_000, emptyEveryMs: 4 * 3_600_000, days: 10 };

/** The read model, with other beginnings. */
function beginning(wrong: (begun: readonly Beginning[]) => readonly Beginning[]): Projection {
  const { beginnings } = deliveries;
  if (!beginnings) throw new Error('deliveries begin with source events');
  const begin: Beginnings['begin'] = (...args) => wrong(beginnings.begin(...args));
  return { ...deliveries, beginnings: { ...beginnings, begin } };
}

/** Documents of which the states of accounts are stored before the others. */
const statesFirst = (own: Documents, projection: Projection): Documents => ({
  ...own,
  async write(known, changes) {
    await own.write(known, new Map([...changes].filter(([id]) => isState(projection, id))));
    await own.write(known, new Map([...changes].filter(([id]) => !isState(projection, id))));
  },
});

/** Documents whose tombstones are not seen. */
function withoutTombstones(own: Documents): Documents {
  const tombstones = new Map<string, VersionedDocument>();
  return {
    ...own,
    async load(keys) {
      const found = await own.load(keys);
      for (const [id, versioned] of found) if (!versioned.doc) tombstones.set(id, versioned);
      return new Map([...found].filter(([, { doc }]) => doc));
    },
    write: (known, changes) =>
      own.write(new Map([...tombstones].filter(([id]) => !known.has(id)).concat([...known])), changes),
  };
}

/** A log whose members never have the time for a scavenge: it still tells what was erased. */
const unscavenged = (own: UsedLog): UsedLog => ({
  ...own,
  purge: async () => ({ cleanUpTo: -1n, pending: [] }),
});

/** A batch in which the changes of destinations come before the events that were recorded before them. */
const changesFirst = (own: readonly Place[]): readonly Place[] => {
  const isChange = ({ event }: Place) => event?.stream.startsWith('destination-') === true;
  return [...own.filter(isChange), ...own.filter((place) => !isChange(place))];
};

/** Deliveries that are planned by whatever origin a request names. */
function unchecked(deps: PlannedDeliveriesDeps): PlannedDeliveries {
  const own = openPlannedDeliveries(deps);
  async function idOf({ destinationId, stream, revision }: DeliveryOrigin): Promise<string | null> {
    const source = await deps.log.readEvent(stream, revision);
    if (source?.event.type === 'DestinationPinged') return source.event.data.deliveryId;
    return source && derivedId(source.id, destinationId);
  }
  return {
    async load(deliveryId, options = {}) {
      const loaded = await own.load(deliveryId, options);
      const id = loaded.state.exists || !options.origin ? null : await idOf(options.origin);
      return id === null ? loaded : own.load(id, options);
    },
  };
}

/** A log that appends a first attempt to whatever stream there is. */
const expectingAnything = (own: UsedLog): UsedLog => ({
  ...own,
  async append(stream, expected, events) {
    try {
      return await own.append(stream, expected, events);
    } catch (error) {
      const isAttempt = events[0]?.event.type === 'DeliveryAttempted';
      if (!(error instanceof ConcurrencyConflict) || expected !== noStream || !isAttempt) throw error;
      let last = noStream;
      for await (const { revision } of own.readStream(stream)) last = revision;
      return own.append(stream, last, events);
    }
  },
});

/** A log that holds a plan before the first event of a delivery, as earlier releases wrote it. */
const scheduling = (own: UsedLog): UsedLog => ({
  ...own,
  append: (stream, expected, events) =>
    own.append(stream, expected, expected === noStream ? [...scheduleOf(events), ...events] : events),
});

function scheduleOf([first]: readonly NewEvent[]): NewEvent[] {
  if (first?.event.type !== 'DeliveryAttempted' || !first.event.data.planned) return [];
  const subject = subjectOf(first.event.data.planned);
  const event = { type: 'DeliveryScheduled', data: { ...subject, dueAt: subject.at } } as const;
  return [{ ...first, id: newId(), event }];
}

/** An eraser that deletes a submission as soon as it asks for the deliveries. */
function submissionFirst(own: MemoryQueries, log: Pick<UsedLog, 'eraseStream'>): MemoryQueries {
  const list: MemoryQueries['deliveries']['list'] = async (accountId, request, ...rest) => {
    const { submissionId } = request;
    if (submissionId !== undefined) await log.eraseStream(streamOf.submission(submissionId));
    return own.deliveries.list(accountId, request, ...rest);
  };
  return { ...own, deliveries: { list } };
}

const pendingAgain = ({ id, doc }: Beginning): Beginning =>
  doc['status'] === 'skipped'
    ? { id, doc: { ...doc, status: 'pending', next_attempt_at: doc['created_at'], shard: 0 } }
    : { id, doc };

/** What can be done wrong with the plans of deliveries, and with the read model that begins by them. */
export const mistakesWithPlans: readonly Mistake[] = [
  {
    what: 'a read model that begins a delivery under a new id',
    law: oneDelivery,
    rules: { deliveries: beginning((begun) => begun.map((one) => ({ ...one, id: newId() }))) },
  },
  {
    what: 'a read model that passes over disabled destinations',
    law: oneDelivery,
    rules: { deliveries: beginning((begun) => begun.filter(({ doc }) => doc['status'] !== 'skipped')) },
  },
  {
    what: 'a read model that does not show what is missed',
    law: 'what a disabled destination misses is shown as skipped',
    rules: { deliveries: beginning((begun) => begun.map(pendingAgain)) },
  },
  {
    what: 'everybody ignores that a delivery was skipped',
    // Whichever comes first: a skipped delivery, or another to a destination that was disabled meanwhile.
    law: [over, 'nothing is sent to a destination that was removed or disabled'],
    rules: {
      planned: (deps) => {
        const own = openPlannedDeliveries(deps);
        return {
          async load(...args) {
            const loaded = await own.load(...args);
            if (!loaded.planned?.isSkipped) return loaded;
            const planned = { ...loaded.planned, isSkipped: false };
            return { ...loaded, planned, state: stateOfPlan(planned) };
          },
        };
      },
      queries: (own) => ({
        ...own,
        async subscriptionsOf(ids) {
          const found = await own.subscriptionsOf(ids);
          return new Map(
            [...found].map(([id, asOf]) => [
              id,
              { ...asOf, subscriptions: asOf.subscriptions.map((one) => ({ ...one, enabled: true })) },
            ]),
          );
        },
      }),
      // Until it is enabled, nothing is sent to it anyway.
      aggregates: (own) => ({
        ...own,
        async loadAhead(decider, stream, maxAgeMs, fits) {
          const loaded = await own.loadAhead(decider, stream, maxAgeMs, fits);
          if (!stream.startsWith('destination-')) return loaded;
          return { ...loaded, state: instead(loaded.state, 'enabled', () => true) };
        },
      }),
    },
  },
  {
    what: 'workers that plan by the subscriptions as of now',
    law: [recorded, over, exactly],
    rules: {
      aggregates: (own) => ({ ...own, loadAsOf: (decider, stream) => own.load(decider, stream) }),
    },
  },
  {
    what: 'workers that plan by the change that follows the event',
    law: [recorded, over, exactly],
    rules: {
      aggregates: (own) => ({
        ...own,
        loadAsOf: (decider, stream, position) => own.loadAsOf(decider, stream, position + 20n),
      }),
    },
  },
  {
    what: 'a read model that applies the changes of destinations before the events before them',
    law: [oneDelivery, inOrder],
    rules: { batch: changesFirst },
    world: rebuilding,
  },
  {
    what: 'a state of an account that is stored before the deliveries that it stands for',
    law: oneDelivery,
    rules: { documents: statesFirst },
    world: rebuilding,
  },
  {
    what: 'a read model that begins what was erased',
    law: 'a delivery that was erased does not come back',
    rules: { documents: withoutTombstones, log: unscavenged },
    world: { ...rebuilding, operatorsEveryMs: 1_200_000 },
  },
  {
    what: 'a read model that keeps no mark of what was erased before it was built',
    law: 'a rebuild of the deliveries model gives what was followed',
    rules: { deliveries: { ...deliveries, erasedBy: [] } },
    world: { days: 2 },
  },
  {
    what: 'workers that do not check a plan against the delivery',
    law: recorded,
    rules: { planned: unchecked },
  },
  {
    what: 'a first attempt that does not expect that there is no stream',
    law: [
      'attempts are counted without gap or doubling, and there are never more of them than the limit',
      'a delivery ends as its last attempt says, and nothing comes after its end',
      recorded,
    ],
    rules: { log: expectingAnything },
  },
  {
    what: 'workers that schedule a delivery before its first attempt',
    law: 'no event schedules a delivery',
    rules: { log: scheduling },
  },
  {
    what: 'an eraser that erases the submission first',
    law: 'a submission is erased after the deliveries that tell of it',
    rules: { queries: submissionFirst },
  },
];
