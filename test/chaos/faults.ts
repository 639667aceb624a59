import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../simulation/random.ts';
import type { Wire } from '../support/faults/wire.ts';
import type { ServiceProcess } from './processes.ts';
import type { Stores } from './stores.ts';

/** What faults strike. */
export interface Struck {
  readonly stores: Stores;
  readonly processes: readonly ServiceProcess[];
}

/** A fault from its beginning to its end; after it everything works again, or will by itself. */
export interface Fault {
  readonly kind: string;
  strike(struck: Struck, random: Random): Promise<void>;
}

const fault = (kind: string, strike: Fault['strike']): Fault => ({ kind, strike });

/** The faults of a network, for the wire that `find` draws. */
const ofNetwork = (name: string, find: (struck: Struck, random: Random) => Wire): readonly Fault[] => [
  fault(`${name} cut`, async (struck, random) => {
    for (let n = random.between(1, 3); n > 0; n--) {
      find(struck, random).cut();
      await delay(random.between(20, 300));
    }
  }),
  fault(`${name} frozen`, async (struck, random) => {
    const wire = find(struck, random);
    wire.freeze();
    await delay(random.between(300, 3_000));
    if (random.chance(0.5)) wire.cut();
    wire.thaw();
  }),
  fault(`${name} refused`, async (struck, random) => {
    const wire = find(struck, random);
    wire.refuse();
    await delay(random.between(200, 2_000));
    wire.accept();
  }),
  fault(`${name} slow`, async (struck, random) => {
    const wire = find(struck, random);
    wire.delay(random.between(10, 300));
    await delay(random.between(500, 2_000));
    wire.delay(0);
  }),
];

const ofEventStore: readonly Fault[] = [
  fault('eventstore leader changed', async ({ stores: { eventstore } }, random) => {
    for (const node of eventstore.nodes) node.lag(random.pick([0, 50, 500, 2_000]));
    const former = eventstore.leader();
    const next = random.pick(eventstore.nodes.filter((node) => node !== former));
    const election = eventstore.elect(next, random.between(0, 1_500));
    if (random.chance(0.5)) former.wire.cut();
    await election;
    // Who still listens to the former leader hears of everything late.
    await delay(random.between(500, 2_000));
    for (const node of eventstore.nodes) node.lag(0);
  }),
  fault('eventstore follower stopped', async ({ stores: { eventstore } }, random) => {
    for (const node of eventstore.nodes) node.lag(Infinity);
    if (random.chance(0.7)) {
      const former = eventstore.leader();
      await eventstore.elect(random.pick(eventstore.nodes.filter((node) => node !== former)), 100);
    }
    await delay(random.between(500, 3_000));
    for (const node of eventstore.nodes) node.lag(0);
  }),
  fault('eventstore answers withheld', async ({ stores: { eventstore } }, random) => {
    const node = eventstore.leader();
    node.writesAre('unanswered');
    await delay(random.between(100, 1_500));
    node.wire.cut();
    node.writesAre('answered');
  }),
  fault('eventstore writes lost', async ({ stores: { eventstore } }, random) => {
    const node = eventstore.leader();
    node.writesAre('lost');
    await delay(random.between(100, 1_000));
    node.wire.cut();
    node.writesAre('answered');
  }),
  ...ofNetwork('eventstore', ({ stores }) => stores.eventstore.leader().wire),
];

const ofMongo: readonly Fault[] = [
  fault('mongodb rolled back', async ({ stores: { mongodb } }, random) => {
    const { set } = mongodb;
    if (!set) return;
    set.lag(Infinity);
    await delay(random.between(100, 1_500));
    const former = set.primary();
    const election = set.stepDown({ forMs: random.between(0, 1_500) });
    set.lag(0);
    if (random.chance(0.5)) former.wire.cut();
    await election;
  }),
  fault('mongodb stepped down', async ({ stores: { mongodb } }, random) => {
    mongodb.set?.lag(random.between(0, 300));
    await mongodb.set?.stepDown({ forMs: random.between(0, 1_000), isGraceful: true });
    mongodb.set?.lag(0);
  }),
  fault('mongodb answers lost', async ({ stores: { mongodb } }, random) => {
    mongodb.set?.loseAnswers(true);
    await delay(random.between(50, 800));
    mongodb.set?.loseAnswers(false);
  }),
  ...ofNetwork('mongodb', ({ stores }, random) => random.pick(stores.mongodb.wires)),
];

const ofNats: readonly Fault[] = [
  fault('nats messages lost', async ({ stores: { nats } }, random) => {
    const share = random.next();
    nats.lose(() => random.chance(share));
    await delay(random.between(500, 2_000));
    nats.lose(() => false);
  }),
  ...ofNetwork('nats', ({ stores }) => stores.nats.wire),
];

const ofProcesses: readonly Fault[] = [
  fault('process killed', ({ processes }, random) => random.pick(processes).restart()),
  fault('process paused', async ({ processes }, random) => {
    const paused = random.pick(processes);
    await paused.started();
    paused.pause();
    // Past a lease's five seconds now and then.
    await delay(random.pick([500, 2_000, 7_000]));
    paused.resume();
  }),
];

/** Faults of each room: a schedule draws a room first, so that none hides behind the number of another's. */
const rooms = [ofEventStore, ofMongo, ofNats, ofProcesses];

/** Draws the faults of an episode: one, or two side by side. */
export function drawFaults(random: Random): readonly Fault[] {
  const weighted = [...rooms, ofEventStore, ofMongo];
  const first = random.pick(weighted);
  if (random.chance(0.6)) return [random.pick(first)];
  const second = random.pick(weighted.filter((room) => room !== first));
  return [random.pick(first), random.pick(second)];
}

/** Faults of these kinds, to strike side by side. @throws where there is no such kind */
export const faultsNamed = (...kinds: readonly string[]): readonly Fault[] =>
  kinds.map((kind) => {
    const found = rooms.flat().find((one) => one.kind === kind);
    if (!found) throw new Error(`there is no fault of the kind ${kind}`);
    return found;
  });
