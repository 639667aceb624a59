import type { PendingMember, StartedScavenge } from '../../purge-types.ts';
import type { Member } from './cluster.ts';
import { type NodeProgress, progressOf, type Scavenge, type ScavengePoint } from './completed-points.ts';

/** The log's scavenge points and scavenges, oldest first. */
export interface ScavengeHistory {
  readonly points: readonly ScavengePoint[];
  readonly scavenges: readonly Scavenge[];
}

/** Consecutive starts that a member refused. */
export interface Refusals {
  readonly count: number;
  readonly message: string;
  readonly at: Date;
}

export interface Pace {
  /**
   * The shortest time between the first two scavenge points of a day; it doubles with each further point, up
   * to six hours.
   */
  readonly pointsMs: number;
  /** The delay after the first failure; it doubles with each further failure, up to four hours. */
  readonly retryMs: number;
}

export interface ClusterState {
  readonly members: readonly Member[];
  readonly history: ScavengeHistory;
  readonly started: readonly StartedScavenge[];
  /** By the member's name. */
  readonly refusals: ReadonlyMap<string, Refusals>;
  /** Positions past the deletions that must leave the files. */
  readonly deleted: readonly bigint[];
  readonly now: Date;
  readonly pace: Pace;
}

export interface Plan {
  /** No file of any member holds events that were deleted before this position. */
  readonly cleanUpTo: bigint;
  /** Empty once no file of any member holds deleted events. */
  readonly pending: readonly Omit<PendingMember, 'since'>[];
  /** The member on which to start a scavenge now; null for none. */
  readonly start: Member | null;
}

const longestPointsMs = 6 * 3_600_000;
const longestRetryMs = 4 * 3_600_000;
const dayMs = 24 * 3_600_000;
/** A scavenge whose end was never recorded may have ended: its member is asked again after this long. */
const assumedEndMs = 6 * 3_600_000;

interface Node {
  readonly member: Member;
  readonly progress: NodeProgress;
}

/**
 * Plans the next step to purge the files of a cluster: one scavenge at a time, none while a member is absent,
 * and a new scavenge point only if none lies past the deletions. Scavenges that operators start count too.
 */
export function planScavenge(clusterState: ClusterState): Plan {
  const { members, deleted } = clusterState;
  const scavenges = withStarted(clusterState);
  const nodes = members.map((member) => nodeOf(member, clusterState, scavenges));
  const cleanUpTo = nodes
    .map(({ progress }) => progress.cleanUpTo)
    .reduce((least, one) => (one < least ? one : least), nodes[0]?.progress.cleanUpTo ?? -1n);
  const open = deleted.filter((position) => position >= cleanUpTo);
  if (open.length === 0) return { cleanUpTo, pending: [], start: null };
  return { cleanUpTo, ...nextStep(clusterState, nodes, scavenges, open) };
}

type Step = Omit<Plan, 'cleanUpTo'>;

function nextStep(
  clusterState: ClusterState,
  nodes: readonly Node[],
  scavenges: readonly Scavenge[],
  open: readonly bigint[],
): Step {
  const { members, history, now } = clusterState;
  const newest = history.points.findLast(({ threshold }) => threshold <= 0)?.position ?? -1n;
  // Deletions before the newest point come first; one further point then covers all the others.
  const covered = open.filter((position) => position < newest);
  const upTo = greatest(covered.length > 0 ? covered : open);
  const unclean = nodes.filter(({ progress }) => progress.cleanUpTo <= upTo);
  const absent = members.filter(({ state }) => state === 'away' || state === 'not ready');
  if (absent.length > 0) return waitForAbsent(unclean, absent);
  const running = scavenges.find(
    ({ end, startedAt }) => end === null && now.getTime() - startedAt.getTime() < assumedEndMs,
  );
  if (running) return waitForRunning(unclean, nodes, running);
  const pointAt = covered.length > 0 ? null : nextPointAt(clusterState);
  if (pointAt && pointAt > now)
    return { pending: unclean.map(({ member }) => pausing(member, pointAt)), start: null };
  return startNext(unclean, clusterState);
}

const greatest = (positions: readonly bigint[]): bigint =>
  positions.reduce((most, one) => (one > most ? one : most));

/** Returns the log's scavenges and those that were started but are not in the log yet. */
function withStarted({ history, started, now }: ClusterState): readonly Scavenge[] {
  const recorded = new Set(history.scavenges.map(({ id }) => id));
  const unrecorded = started
    .filter(({ id, at }) => !recorded.has(id) && now.getTime() - at.getTime() < assumedEndMs)
    .map(({ id, member, at }) => ({ id, endpoint: member, startedAt: at, end: null }));
  return [...history.scavenges, ...unrecorded];
}

/**
 * Returns a member with its progress: from the scavenges that this service started on it, and those under its
 * name.
 */
function nodeOf(member: Member, clusterState: ClusterState, scavenges: readonly Scavenge[]): Node {
  const { points } = clusterState.history;
  const memberOf = new Map(clusterState.started.map((one) => [one.id, one.member]));
  const own = scavenges.filter(({ id, endpoint }) => (memberOf.get(id) ?? endpoint) === member.name);
  const [first] = points;
  // Old scavenges leave the log before points do.
  const isWhole = !first || (first.number === 0 && scavenges.some(({ startedAt }) => startedAt <= first.at));
  const seen = new Map(clusterState.started.map(({ id, point }) => [id, point]));
  return { member, progress: progressOf(points, own, isWhole, seen) };
}

function waitForAbsent(unclean: readonly Node[], absent: readonly Member[]): Step {
  const names = absent.map(({ name }) => name).join(', ');
  const pending = absent.map(({ name, state }) => ({
    member: name,
    state: state === 'away' ? ('away' as const) : ('not ready' as const),
    message:
      state === 'away'
        ? `The member ${name} does not answer. No scavenge is started while a member is away.`
        : `The member ${name} is catching up with the cluster. No scavenge is started until it has.`,
  }));
  const others = unclean
    .filter(({ member }) => !absent.includes(member))
    .map(({ member }) => waiting(member, `Its scavenge starts once ${names} is back.`));
  return { pending: [...pending, ...others], start: null };
}

function waitForRunning(unclean: readonly Node[], nodes: readonly Node[], running: Scavenge): Step {
  const own = nodes.find(({ progress }) => progress.running?.id === running.id)?.member;
  const name = own?.name ?? running.endpoint;
  const scavenging = {
    member: name,
    state: 'working' as const,
    message: `The member ${name} has been scavenging since ${running.startedAt.toISOString()}.`,
  };
  const others = unclean
    .filter(({ member }) => member !== own)
    .map(({ member }) => waiting(member, `Its scavenge starts once ${name} has finished.`));
  return { pending: [scavenging, ...others], start: null };
}

/**
 * Returns when the next scavenge point may be written, since each point completes a chunk of the log on every
 * member; null for at once.
 */
function nextPointAt({ history: { points }, now, pace }: ClusterState): Date | null {
  const recent = points.filter(({ at }) => now.getTime() - at.getTime() < dayMs);
  const last = recent.at(-1);
  if (!last) return null;
  return new Date(last.at.getTime() + doubled(pace.pointsMs, recent.length, longestPointsMs));
}

/** Members that would write the point come first; the leader comes last, because it has other work. */
function startNext(unclean: readonly Node[], clusterState: ClusterState): Step {
  const latest = clusterState.history.points.at(-1)?.number ?? -1;
  const rank = ({ member, progress }: Node): number =>
    (progress.done === latest ? 0 : 2) + (member.state === 'leader' ? 1 : 0);
  const inOrder = [...unclean].sort(
    (a, b) => rank(a) - rank(b) || a.member.name.localeCompare(b.member.name),
  );
  const ready = inOrder.find((node) => retryOf(node, clusterState) === null);
  const pending = inOrder.map((node) => {
    const retry = retryOf(node, clusterState);
    if (retry) return { member: node.member.name, state: 'failed' as const, message: retry };
    if (node === ready) return waiting(node.member, 'Its scavenge is being started.');
    return waiting(node.member, 'It waits for its turn: the members scavenge one after the other.');
  });
  return { pending, start: ready?.member ?? null };
}

/** Returns why a failed member is not asked to scavenge now; null if it may be asked. */
function retryOf({ member, progress }: Node, { refusals, now, pace }: ClusterState): string | null {
  const refused = refusals.get(member.name);
  const { failures, last } = progress;
  const failed = [
    ...(refused ? [{ count: refused.count, at: refused.at, reason: refused.message }] : []),
    ...(failures > 0 && last
      ? [{ count: failures, at: last.at, reason: `Its scavenge ended with ${last.result}: ${last.error}` }]
      : []),
  ].map((one) => ({ ...one, until: one.at.getTime() + doubled(pace.retryMs, one.count, longestRetryMs) }));
  const longest = failed.sort((a, b) => b.until - a.until)[0];
  if (!longest || longest.until <= now.getTime()) return null;
  return `${longest.reason.trim()} (${longest.count} in a row). It will be retried at ${new Date(longest.until).toISOString()}.`;
}

const doubled = (firstMs: number, count: number, maxMs: number): number =>
  Math.min(firstMs * 2 ** Math.min(count - 1, 30), maxMs);

const waiting = ({ name }: Member, message: string) => ({ member: name, state: 'waiting' as const, message });

const pausing = (member: Member, until: Date) =>
  waiting(
    member,
    `There were many scavenges in the last day; the next one starts at ${until.toISOString()}, for all waiting erasures.`,
  );
