/**
 * An event of the stream `$scavengePoints`: a scavenge to this point removes everything from the files that
 * was deleted before.
 */
export interface ScavengePoint {
  /** Its revision in the stream. */
  readonly number: number;
  readonly position: bigint;
  /** Above 0, chunks with few deletions are skipped. */
  readonly threshold: number;
  readonly at: Date;
}

/** A scavenge of one node, according to the streams `$scavenges-{id}`. */
export interface Scavenge {
  readonly id: string;
  /** The node's own name; a node in a container may report `0.0.0.0:2113`. */
  readonly endpoint: string;
  readonly startedAt: Date;
  /** Null while it runs. */
  readonly end: { readonly result: string; readonly error: string; readonly at: Date } | null;
}

/** The known progress of one node's scavenges. */
export interface NodeProgress {
  /** No file of the node holds events that were deleted before this position; -1 if nothing is known. */
  readonly cleanUpTo: bigint;
  /** The number of the newest point that the node has certainly completed; -1 for none. */
  readonly done: number;
  readonly running: Scavenge | null;
  /** Consecutive failed scavenges. */
  readonly failures: number;
  readonly last: Scavenge['end'];
}

/** Members with other clocks, or behind the leader, may have missed a point that is younger than this. */
const marginMs = 60_000;

/**
 * Returns a lower bound of the scavenge points that a node has completed. The event store does not report it,
 * but it follows from the order of events. A node that starts a scavenge
 * - continues with the point at which its last scavenge stopped, even if there are newer ones, and reports
 *   `Success`;
 * - otherwise takes the newest point, if it has not completed it;
 * - otherwise writes a new point.
 * @param points oldest first
 * @param scavenges of one node, oldest first
 * @param isWhole whether there were no earlier scavenges: the effect of a scavenge after an unknown one is
 * unknown
 * @param seen by scavenge id, the newest point on the node when the scavenge was started; -1 for none
 */
export function progressOf(
  points: readonly ScavengePoint[],
  scavenges: readonly Scavenge[],
  isWhole: boolean,
  seen: ReadonlyMap<string, number>,
): NodeProgress {
  let done = -1;
  let cleanUpTo = -1n;
  /** The point with which the node continues. */
  let unfinished: ScavengePoint | 'unknown' | null = isWhole ? null : 'unknown';
  let failures = 0;
  let last: Scavenge['end'] = null;
  for (const [index, scavenge] of scavenges.entries()) {
    const { end } = scavenge;
    const isLast = index === scavenges.length - 1;
    if (end === null && isLast) return { cleanUpTo, done, running: scavenge, failures, last };
    const target: ScavengePoint | 'unknown' | null = unfinished ?? targetOf(points, scavenge, done, seen);
    last = end;
    if (end?.result !== 'Success') {
      unfinished = target;
      failures += 1;
      continue;
    }
    unfinished = null;
    failures = 0;
    if (target === null || target === 'unknown') continue;
    done = Math.max(done, target.number);
    if (target.threshold <= 0 && target.position > cleanUpTo) cleanUpTo = target.position;
  }
  return { cleanUpTo, done, running: null, failures, last };
}

/** Returns the oldest point that a scavenge may have used, for a node that has completed the point `done`. */
function targetOf(
  points: readonly ScavengePoint[],
  { id, startedAt, end }: Scavenge,
  done: number,
  seen: ReadonlyMap<string, number>,
): ScavengePoint | null {
  const certainBefore = startedAt.getTime() - marginMs;
  const known = seen.get(id) ?? points.findLast(({ at }) => at.getTime() <= certainBefore)?.number ?? -1;
  if (known > done) return points.find(({ number }) => number === known) ?? null;
  const next = points.find(({ number }) => number > done);
  return next && (end === null || next.at <= end.at) ? next : null;
}
