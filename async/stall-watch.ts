/** The pending work of a part of the process: the name of each piece, and a value that changes with each of its steps. */
export type PendingWork = Iterable<readonly [work: string, mark: unknown]>;

export interface WatchOptions {
  /** Whether the process cannot serve while the part stands still. */
  readonly isEssential?: () => boolean;
  /** How long the same mark is normal, in milliseconds, if that is more than the limit of the watch. */
  readonly minMs?: number;
}

/** A part that has not got on for the limit of the watch. */
export interface Stall {
  readonly part: string;
  /** The oldest work that stands still; empty if the part names none. */
  readonly work: string;
  readonly count: number;
  readonly seconds: number;
  readonly isEssential: boolean;
}

/** Watches the parts of a process, and reports those that stand still. */
export interface StallWatch {
  /** Watches a part. @returns a function that ends the watch of this part */
  watch(part: string, pendingWork: () => PendingWork, options?: WatchOptions): () => void;
  /** The parts that stand still at present. */
  stalls(): readonly Stall[];
  close(): void;
}

/** Receives one call when a part stands still, and one when it has got on. */
export interface StallListener {
  stalled(stall: Stall): void;
  recovered(stall: Stall): void;
  /** The whole process did not run for this long: it was stopped, or one turn of its event loop took that time. */
  processPaused(ms: number): void;
}

export interface StallTimes {
  /** How long the same mark is normal, in milliseconds. */
  readonly limitMs?: number;
  /** How often the parts are asked, in milliseconds. */
  readonly everyMs?: number;
  /** Monotonic milliseconds. */
  readonly clock?: () => number;
}

interface Seen {
  readonly mark: unknown;
  readonly since: number;
}

interface Part {
  readonly name: string;
  readonly pendingWork: () => PendingWork;
  readonly limitMs: number;
  readonly isEssential: () => boolean;
  seen: ReadonlyMap<string, Seen>;
  stall: Stall | null;
}

const defaultLimitMs = 60_000;
const defaultEveryMs = 2_000;
/** A tick that is late by this much means that the process was paused: its leases have ended. */
const lateMs = 5_000;

/**
 * Opens a watch. Parts report nothing: each is asked for its marks every few seconds, so that its work costs nothing more.
 */
export function openStallWatch(
  listener: StallListener,
  { limitMs = defaultLimitMs, everyMs = defaultEveryMs, clock = () => performance.now() }: StallTimes = {},
): StallWatch & { check(): void } {
  const parts = new Set<Part>();
  let checkedAt = clock();

  function check(): void {
    const now = clock();
    const late = now - checkedAt - everyMs;
    checkedAt = now;
    if (late > lateMs) {
      listener.processPaused(late);
      // Nothing could get on meanwhile.
      for (const part of parts) part.seen = postponed(part.seen, late);
    }
    for (const part of parts) checkPart(part, now);
  }

  function checkPart(part: Part, now: number): void {
    const before = part.seen;
    const seen = new Map<string, Seen>();
    for (const [work, mark] of part.pendingWork()) {
      const known = before.get(work);
      seen.set(work, known && known.mark === mark ? known : { mark, since: now });
    }
    part.seen = seen;
    report(part, stallOf(part, now));
  }

  function report(part: Part, stall: Stall | null): void {
    const before = part.stall;
    part.stall = stall;
    if (stall && !before) listener.stalled(stall);
    if (!stall && before) listener.recovered(before);
  }

  const timer = setInterval(check, everyMs).unref();
  return {
    check,
    watch(name, pendingWork, { isEssential = () => false, minMs = 0 } = {}) {
      const limit = Math.max(limitMs, minMs);
      const part: Part = { name, pendingWork, limitMs: limit, isEssential, seen: new Map(), stall: null };
      parts.add(part);
      return () => {
        parts.delete(part);
        report(part, null);
      };
    },
    stalls: () => [...parts].flatMap(({ stall }) => stall ?? []),
    close: () => clearInterval(timer),
  };
}

const postponed = (seen: ReadonlyMap<string, Seen>, ms: number): ReadonlyMap<string, Seen> =>
  new Map([...seen].map(([work, { mark, since }]) => [work, { mark, since: since + ms }]));

function stallOf({ name, limitMs, isEssential, seen }: Part, now: number): Stall | null {
  const stalled = [...seen].filter(([, { since }]) => now - since >= limitMs);
  const [first] = stalled.sort(([, one], [, other]) => one.since - other.since);
  if (!first) return null;
  const [work, { since }] = first;
  const seconds = Math.round((now - since) / 1_000);
  return { part: name, work, count: stalled.length, seconds, isEssential: isEssential() };
}
