/** One attempt that is due. */
export interface DueAttempt {
  readonly deliveryId: string;
  readonly destinationId: string;
  readonly attempt: number;
}

export interface Limits {
  /** Attempts under way at once for one destination. */
  readonly perDestination: number;
  /** Attempts under way at once in all. */
  readonly inAll: number;
  /** Attempts that wait in memory for one destination; the queue itself is in the read model. */
  readonly waitingPerDestination: number;
  /** Attempts remembered in all. */
  readonly remembered: number;
}

/**
 * What the scheduler remembers: which attempts wait, are under way, or rest, in one lane a destination, so that
 * none waits for another. An attempt that was made rests until the read model shows it: until then the queue
 * still offers it, and it must not be sent twice.
 */
export interface Lanes {
  /** Takes in what the queue offers. @returns false for what is known already or finds no room */
  offer(due: DueAttempt): boolean;
  /** The next attempt that may start, from each lane in turn. It counts as under way from then on. */
  next(): (DueAttempt & { readonly again: boolean }) | null;
  /** The attempt was made: it rests until the read model has come to `position`, where the log tells of it. */
  made(deliveryId: string, position: bigint): void;
  /** The read model has come so far: what was made up to there is forgotten. */
  shown(position: bigint): void;
  /** The attempt was not made; should it still be offered after `ms`, it is sent again. */
  rest(deliveryId: string, ms: number): void;
  /** Like `rest`, for longer with each time in a row. */
  backOff(deliveryId: string): void;
  /** Whether something was passed over for which there is room now. */
  hasRoom(): boolean;
  /** Begins to look through the whole queue. */
  beginSweep(): void;
  /** The whole queue was offered: what rested before and was not among it is forgotten. */
  endSweep(): void;
  /** How many are remembered. */
  size(): number;
}

interface Entry {
  readonly due: DueAttempt;
  state: 'waiting' | 'under way' | 'resting';
  /** Whether it was sent before. */
  again: boolean;
  failures: number;
  restsUntil: number;
  /** Where the log tells of the attempt that was made; null while it was not. */
  madeAt: bigint | null;
  restsSinceSweep: number;
  seenInSweep: number;
}

interface Lane {
  readonly id: string;
  readonly waiting: Entry[];
  underWay: number;
  overflowed: boolean;
}

const firstBackOffMs = 500;
const longestBackOffMs = 60_000;
/** How long the read model may take to show an attempt before the worker is asked about it once more. */
const showWithinMs = 30_000;

/** @param clock monotonic milliseconds */
export function openLanes(limits: Limits, clock: () => number = () => performance.now()): Lanes {
  const entries = new Map<string, Entry>();
  const lanes = new Map<string, Lane>();
  /** Lanes with something that waits and may start, the longest unserved first. */
  const ready = new Set<Lane>();
  const notShown = new Set<string>();
  let underWay = 0;
  let sweep = 0;
  let overflowed = false;

  function laneOf(id: string): Lane {
    const known = lanes.get(id);
    if (known) return known;
    const lane = { id, waiting: [], underWay: 0, overflowed: false };
    lanes.set(id, lane);
    return lane;
  }

  function arrange(lane: Lane): void {
    if (lane.waiting.length > 0 && lane.underWay < limits.perDestination) ready.add(lane);
    else ready.delete(lane);
    if (lane.waiting.length === 0 && lane.underWay === 0 && !lane.overflowed) lanes.delete(lane.id);
  }

  function offer(due: DueAttempt): boolean {
    const known = entries.get(due.deliveryId);
    if (known) known.seenInSweep = sweep;
    const isNew = !known || (known.state === 'resting' && known.due.attempt !== due.attempt);
    if (!isNew && (known.state !== 'resting' || clock() < known.restsUntil)) return false;
    const lane = laneOf(due.destinationId);
    if (lane.waiting.length >= limits.waitingPerDestination) {
      lane.overflowed = true;
      return false;
    }
    if (!known && entries.size >= limits.remembered) {
      overflowed = true;
      arrange(lane);
      return false;
    }
    const entry: Entry = {
      due,
      state: 'waiting',
      again: !isNew,
      failures: isNew ? 0 : known.failures,
      restsUntil: 0,
      madeAt: null,
      restsSinceSweep: 0,
      seenInSweep: sweep,
    };
    entries.set(due.deliveryId, entry);
    lane.waiting.push(entry);
    arrange(lane);
    return true;
  }

  function next(): (DueAttempt & { again: boolean }) | null {
    const [lane] = ready;
    if (!lane || underWay >= limits.inAll) return null;
    const entry = lane.waiting.shift();
    if (!entry) throw new Error(`the lane of ${lane.id} is ready, and nothing waits in it`);
    entry.state = 'under way';
    lane.underWay += 1;
    underWay += 1;
    // To the end of the line.
    ready.delete(lane);
    arrange(lane);
    return { ...entry.due, again: entry.again };
  }

  function rest(deliveryId: string, ms: number, madeAt: bigint | null = null): void {
    const entry = entries.get(deliveryId);
    if (entry?.state !== 'under way') throw new Error(`delivery ${deliveryId} is not under way`);
    entry.madeAt = madeAt;
    entry.state = 'resting';
    entry.restsUntil = clock() + ms;
    entry.restsSinceSweep = sweep;
    const lane = laneOf(entry.due.destinationId);
    lane.underWay -= 1;
    underWay -= 1;
    arrange(lane);
  }

  function made(deliveryId: string, position: bigint): void {
    rest(deliveryId, showWithinMs, position);
    notShown.add(deliveryId);
  }

  function shown(position: bigint): void {
    for (const id of notShown) {
      const madeAt = entries.get(id)?.madeAt ?? null;
      if (madeAt !== null && madeAt > position) continue;
      notShown.delete(id);
      if (madeAt !== null) entries.delete(id);
    }
  }

  function backOff(deliveryId: string): void {
    const entry = entries.get(deliveryId);
    if (!entry) return;
    rest(deliveryId, Math.min(firstBackOffMs * 2 ** entry.failures, longestBackOffMs));
    entry.failures += 1;
  }

  function hasRoom(): boolean {
    if (overflowed && entries.size < limits.remembered / 2) return true;
    for (const lane of lanes.values())
      if (lane.overflowed && lane.waiting.length < limits.perDestination) return true;
    return false;
  }

  function beginSweep(): void {
    sweep += 1;
    overflowed = false;
    for (const lane of [...lanes.values()]) {
      lane.overflowed = false;
      arrange(lane);
    }
  }

  function endSweep(): void {
    for (const [id, { state, restsSinceSweep, seenInSweep }] of entries)
      if (state === 'resting' && restsSinceSweep < sweep && seenInSweep < sweep) entries.delete(id);
  }

  return {
    offer,
    next,
    made,
    shown,
    rest,
    backOff,
    hasRoom,
    beginSweep,
    endSweep,
    size: () => entries.size,
  };
}
