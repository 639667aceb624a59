/** An event of the stream `$scavengePoints`: a scavenge to this point rids the files of all that was deleted before. */
export interface ScavengePoint {
  /** Its revision in the stream. */
  readonly number: number;
  readonly position: bigint;
  /** Above 0, chunks in which little was deleted are passed over. */
  readonly threshold: number;
  readonly at: Date;
}

/** A scavenge of one node, as the streams `$scavenges-{id}` tell of it. */
export interface Scavenge {
  readonly id: string;
  /** As the node names itself; a node in a container may say `0.0.0.0:2113`. */
  readonly endpoint: string;
  readonly startedAt: Date;
  /** Null while it runs. */
  readonly end: { readonly result: string; readonly error: string; readonly at: Date } | null;
}

/** What is known of the scavenges of one node. */
export interface NodeProgress {
  /** No file of the node holds what was deleted before this position; -1 where nothing is known. */
  readonly cleanUpTo: bigint;
  /** The number of the newest point that the node has surely completed; -1 for none. */
  readonly done: number;
  readonly running: Scavenge | null;
  /** Scavenges in a row that did not succeed. */
  readonly failures: number;
  readonly last: Scavenge['end'];
}

/** Members whose clocks differ, or that lag behind the leader, may have missed a point that is younger than this. */
const marginMs = 60_000;

/**
 * Which scavenge points a node has completed, as a lower bound. The event store does not say it. It follows from the
 * order of events, for a node that starts a scavenge
 * - goes on with the point at which its last scavenge stopped, even where there are newer ones, and says `Success`;
 * - otherwise takes the newest point, if it has not completed it;
 * - otherwise writes a new point.
 * @param points oldest first
 * @param scavenges of one node, oldest first
 * @param isWhole whether there were no earlier ones: what a node does after a scavenge that is not known is not known
 * @param seen by the id of a scavenge: the newest point that its node held when the scavenge was started; -1 for none
 */
export function progressOf(
  points: readonly ScavengePoint[],
  scavenges: readonly Scavenge[],
  isWhole: boolean,
  seen: ReadonlyMap<string, number>,
): NodeProgress {
  let done = -1;
  let cleanUpTo = -1n;
  /** The point that the node goes on with. */
  let left: ScavengePoint | 'unknown' | null = isWhole ? null : 'unknown';
  let failures = 0;
  let last: Scavenge['end'] = null;
  for (const [index, scavenge] of scavenges.entries()) {
    const { end } = scavenge;
    const isLast = index === scavenges.length - 1;
    if (end === null && isLast) return { cleanUpTo, done, running: scavenge, failures, last };
    const target: ScavengePoint | 'unknown' | null = left ?? targetOf(points, scavenge, done, seen);
    last = end;
    if (end?.result !== 'Success') {
      left = target;
      failures += 1;
      continue;
    }
    left = null;
    failures = 0;
    if (target === null || target === 'unknown') continue;
    done = Math.max(done, target.number);
    if (target.threshold <= 0 && target.position > cleanUpTo) cleanUpTo = target.position;
  }
  return { cleanUpTo, done, running: null, failures, last };
}

/** The oldest point that a scavenge can have gone to, for a node that has completed the point `done`. */
function targetOf(
  points: readonly ScavengePoint[],
  { id, startedAt, end }: Scavenge,
  done: number,
  seen: ReadonlyMap<string, number>,
): ScavengePoint | null {
  const settledBefore = startedAt.getTime() - marginMs;
  const known = seen.get(id) ?? points.findLast(({ at }) => at.getTime() <= settledBefore)?.number ?? -1;
  if (known > done) return points.find(({ number }) => number === known) ?? null;
  const next = points.find(({ number }) => number > done);
  return next && (end === null || next.at <= end.at) ? next : null;
}
