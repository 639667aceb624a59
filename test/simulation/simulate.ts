import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { openSecretBox } from '../../commands/secret-box.ts';
import { disablePolicy } from '../../dispatcher/disable-policy.ts';
import { defaultRetrySchedule } from '../../domain/delivery/retry-schedule.ts';
import { openAggregates } from '../../log/aggregates.ts';
import type { RecordedEvent } from '../../log/event-log.ts';
import { openPlannedDeliveries } from '../../log/planned-deliveries.ts';
import { modelId } from '../../projections/projection.ts';
import { deliveries } from '../../projections/read-models/deliveries/projection.ts';
import { type BusFaults, openFaultyBus } from './faulty-bus.ts';
import { openDestinationLaws } from './laws/destination-laws.ts';
import type { LawName } from './laws/law.ts';
import { openLaws } from './laws/laws.ts';
import { openMemoryLeases } from './memory/memory-leases.ts';
import { logOf, openMemoryLog } from './memory/memory-log.ts';
import { openMemoryProgress, runProjector } from './memory/memory-progress.ts';
import { openMemoryStore } from './memory/memory-store.ts';
import { openOperators } from './operators.ts';
import { openPopulation } from './population.ts';
import { type Chaos, slowMs } from './process.ts';
import { openRandom } from './random.ts';
import { openReceivers } from './receivers.ts';
import { publicUrl, type Rules, type Surroundings } from './roles.ts';
import { openTrace } from './trace.ts';
import { openVirtualTime } from './virtual-time.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

export interface Scenario {
  readonly seed: number;
  readonly days: number;
  /** Nothing goes wrong but the receivers. */
  readonly isFaultless?: boolean;
  readonly rules?: Partial<Rules>;
  readonly submissionsEveryMs?: number;
  /** How long operators wait between two things that they do, on average. */
  readonly operatorsEveryMs?: number;
  /** How often MongoDB loses all its data, on average; never without faults. */
  readonly emptyEveryMs?: number;
}

/** What a simulation came to. */
export interface Report {
  readonly seed: number;
  readonly days: number;
  readonly steps: number;
  /** Deliveries by status. */
  readonly counts: Readonly<Record<string, number>>;
  /** How often something happened: events of the log by type, and what became of processes. */
  readonly happened: Readonly<Record<string, number>>;
  readonly broken: {
    readonly law: LawName;
    readonly what: string;
    readonly step: number;
    readonly at: string;
    readonly trace: readonly string[];
  } | null;
}

interface Faults extends Chaos, BusFaults {
  readonly stalls: number;
  readonly feedLost: number;
  readonly busDownEveryMs: number;
  readonly stopEveryMs: number;
}

const many: Faults = {
  kill: 0.0008,
  outage: 0.004,
  slow: 0.01,
  lost: 0.03,
  doubled: 0.03,
  delayed: 0.05,
  mistaken: 0.02,
  stalls: 0.002,
  feedLost: 0.005,
  busDownEveryMs: 3 * day,
  stopEveryMs: 2 * day,
};
const none: Faults = {
  kill: 0,
  outage: 0,
  slow: 0,
  lost: 0,
  doubled: 0,
  delayed: 0,
  mistaken: 0,
  stalls: 0,
  feedLost: 0,
  busDownEveryMs: Infinity,
  stopEveryMs: Infinity,
};

/** How long after the end of all that happens the last delivery must have come to its end. */
const longestTail = 14 * day;
const leaseMs = 2 * hour;
/** What a worker remembers for five seconds, and each of the calls that it makes then, may be so old. */
const staleMs = 5_000 + 12 * slowMs;

/** Runs a world for so many days, and then until it has come to rest or a law is broken. */
export async function simulate(scenario: Scenario): Promise<Report> {
  const { seed, days, isFaultless = false } = scenario;
  const random = openRandom(seed);
  const start = Date.parse('2026-01-01T00:00:00Z');
  const time = openVirtualTime(start);
  const ownRandom = Math.random;
  Math.random = random.next;
  try {
    return await play(scenario, isFaultless ? none : many);
  } finally {
    Math.random = ownRandom;
    time.end();
  }

  async function play(
    { rules, submissionsEveryMs = 2 * hour, operatorsEveryMs = 5 * hour, emptyEveryMs = 2 * day }: Scenario,
    faults: Faults,
  ): Promise<Report> {
    let broken: Report['broken'] = null;
    let calm = false;
    const isCalm = () => calm;
    const now = time.date;
    const trace = openTrace(now);
    const secrets = openSecretBox(randomBytes(32));
    const log = openMemoryLog(now);
    const store = openMemoryStore();
    const progress = openMemoryProgress(store, now);
    const laws = openLaws({
      publicUrl,
      collection: store.collection,
      model: rules?.deliveries ?? deliveries,
      isParked: () => !store.parked.isEmpty(),
      places: () => log.after(0n),
      now: time.now,
      isFaultless,
      staleMs,
      open: secrets.open,
      broken: (law, what, ids = []) =>
        (broken ??= { law, what, step: time.steps(), at: now().toISOString(), trace: trace.about(ids) }),
    });
    const happened: Record<string, number> = {};
    const count = (what: string): void => {
      happened[what] = (happened[what] ?? 0) + 1;
    };
    log.watch(recorded, (stream) => {
      trace.note(`${stream} is erased`);
      laws.erased(stream);
    });
    function recorded(event: RecordedEvent): void {
      const { type, data } = event.event;
      if (type === 'DestinationDisabled') count(`${type}: ${data.reason.kind}`);
      else count(type === 'DeliveryCancelled' ? `${type}: ${data.reason}` : type);
      trace.note(`${event.stream} ${type} ${JSON.stringify(data)}`);
      laws.recorded(event);
    }
    /** The positions of runners are what others see of them. */
    function moved(id: string, position: bigint): void {
      if (id === modelId(deliveries)) {
        store.moveDeliveries(position);
        progress.noteApplied();
      }
      if (!store.parked.isEmpty()) count('account parked');
      laws.managed(id, position);
    }
    const world: Surroundings = {
      random,
      now,
      log,
      store,
      progress,
      collections: new Map(),
      leases: openMemoryLeases(leaseMs, time.now, moved),
      isFeedLost: () => !isCalm() && random.chance(faults.feedLost),
      bus: openFaultyBus(random, faults, isCalm, count),
      receivers: openReceivers(random, time.now),
      secrets,
      rules: {
        schedule: defaultRetrySchedule,
        disableLimits: undefined,
        deliveries,
        documents: unchanged,
        batch: unchanged,
        planned: openPlannedDeliveries,
        aheadMs: 0,
        aggregates: unchanged,
        log: unchanged,
        queries: unchanged,
        ...rules,
      },
      onSending(deliveryId, webhook) {
        trace.note(`${deliveryId} is sent`);
        count('request');
        laws.sending(deliveryId, webhook);
      },
      onSent: laws.sent,
    };
    const over = new AbortController();
    const people = new AbortController();
    const project = (): AbortController => {
      const stop = new AbortController();
      const signal = AbortSignal.any([over.signal, stop.signal]);
      void runProjector({ log, store, random, isCalm, stalls: faults.stalls }, progress.noteApplied, signal);
      return stop;
    };
    let projector = project();
    const population = openPopulation({
      world,
      faults,
      isCalm,
      trace,
      count,
      onEnded: (what) => {
        broken ??= {
          law: 'no part ends by itself',
          what,
          step: time.steps(),
          at: now().toISOString(),
          trace: trace.about([what]),
        };
      },
    });
    const aggregates = openAggregates(logOf(log, async (effect) => effect()));
    const operators = openOperators({
      random,
      aggregates,
      deliveries: openPlannedDeliveries({
        aggregates,
        publicUrl,
        log: logOf(log, async (effect) => effect()),
        originOf: store.origins.originOf,
      }),
      log,
      store,
      secrets,
      now,
      submissionsEveryMs,
      destinations: known(),
      everyMs: operatorsEveryMs,
    });
    function known() {
      const destinations = openDestinationLaws({ now: time.now });
      log.watch(destinations.recorded);
      return destinations;
    }
    void operators.run(people.signal);
    void busWeather();
    async function busWeather(): Promise<void> {
      while (faults.busDownEveryMs < Infinity && !calm) {
        await delay(random.wait(faults.busDownEveryMs));
        world.bus.setDown(!calm);
        await delay(random.between(1, 40) * minute);
        world.bus.setDown(false);
      }
    }

    void emptyAtTimes();
    async function emptyAtTimes(): Promise<void> {
      while (!isFaultless && emptyEveryMs < Infinity && !isCalm()) {
        await delay(random.wait(emptyEveryMs));
        if (isCalm()) return;
        trace.note('MongoDB is emptied');
        count('MongoDB emptied');
        // Its data can be lost only while no process runs.
        population.killAll();
        laws.emptied();
        projector.abort();
        for (const part of [store, world.leases]) part.empty();
        world.collections.clear();
        projector = project();
      }
    }

    const check = (): void => {
      if (broken) throw new Broken();
    };
    try {
      await time.run(start + days * day, check);
      calm = true;
      people.abort();
      for (let n = 0; n < longestTail / hour && !isAtRest(); n++) await time.run(time.now() + hour, check);
      await time.run(time.now() + hour, check);
      laws.ended();
      check();
    } catch (error) {
      if (!(error instanceof Broken)) throw error;
    }
    for (const ending of [people, over]) ending.abort();
    population.end();
    // What is under way ends within this world, and not in the next.
    await time.run(time.now() + hour);
    return { seed, days, steps: time.steps(), counts: laws.counts(), happened, broken };

    /** Where a process was killed its reading of the log rests until its lease is over. */
    function isAtRest(): boolean {
      const policy = world.leases.positionOf(modelId(disablePolicy()));
      const positions = [policy, store.positionOf('deliveries'), store.positionOf('destinations')];
      const isRead = positions.every((position) => position === log.head());
      return isRead && store.parked.isEmpty() && [...store.pending()].length === 0;
    }
  }
}

const unchanged = <T>(own: T): T => own;

class Broken extends Error {}
