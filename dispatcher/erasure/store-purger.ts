import type { ReadStore } from '../../coordination/read-store.ts';
import type { Oplog, StoreMember } from '../../coordination/store-members.ts';
import type { Aliases } from '../../projections/generations/aliases.ts';
import { scrubbedCollections } from '../../projections/generations/scrub.ts';
import type { ActivityMember } from '../../projections/progress/status-board.ts';
import type { ErasureView } from '../../projections/read-models/erasures/queries.ts';
import { record, type ReportWait, runStage, type StageDeps, waitForErasuresModel } from './stage.ts';

export interface StorePurgerDeps extends StageDeps {
  readonly store: Pick<ReadStore, 'members'>;
  readonly aliases: Pick<Aliases, 'records' | 'refresh'>;
}

/** The state of one member, for as long as this process leads. */
interface MemberState {
  /** The time up to which emptied documents were compacted, ISO 8601. */
  compactedTo: string;
  failures: number;
  retryAt: number;
  error: string;
  state: ActivityMember['state'];
  since: string;
}

/** A member that delays an erasure, and the reason. */
interface Obstacle {
  readonly kind: 'compaction' | 'oplog';
  readonly member: ActivityMember;
}

const firstRetryMs = 15_000;
const longestRetryMs = 3_600_000;

/**
 * Compacts every MongoDB member, so that emptied documents leave its files, and waits until the answers have
 * left each member's oplog: it holds every insert in full until it rolls over, and nothing can be deleted
 * from it.
 */
export function runStorePurger(deps: StorePurgerDeps, signal: AbortSignal): Promise<void> {
  const memberState = new Map<string, MemberState>();
  const work = (erasures: readonly ErasureView[], reportWait: ReportWait, leading: AbortSignal) =>
    purgeStore(deps, memberState, erasures, reportWait, leading);
  return runStage('store-purger', 'read_store', deps, work, signal);
}

async function purgeStore(
  deps: StorePurgerDeps,
  memberState: Map<string, MemberState>,
  erasures: readonly ErasureView[],
  reportWait: ReportWait,
  signal: AbortSignal,
): Promise<boolean> {
  const last = erasures.map(scrubbedAt).reduce((most, one) => (one > most ? one : most), '');
  const members = await deps.store.members();
  const inspected: { readonly name: string; readonly of: (erasure: ErasureView) => Obstacle | null }[] = [];
  for (const member of members) {
    signal.throwIfAborted();
    reportWait('compaction', `MongoDB member ${member.name} gives back the room of what was emptied.`, [
      member.name,
    ]);
    inspected.push({ name: member.name, of: await inspectMember(deps, memberState, member, last) });
  }
  const ended = erasures.filter((erasure) => inspected.every(({ of }) => of(erasure) === null));
  const open = erasures.find((erasure) => !ended.includes(erasure));
  if (open)
    reportObstacles(
      reportWait,
      inspected.flatMap(({ of }) => of(open) ?? []),
    );
  if (ended.length === 0) return false;
  const at = deps.now().toISOString();
  for (const { id, account_id: accountId } of ended)
    await record(deps, accountId, id, [{ type: 'CompleteErasure', submissionId: id, at }]);
  await waitForErasuresModel(deps, signal);
  return true;
}

function reportObstacles(reportWait: ReportWait, obstacles: readonly Obstacle[]): void {
  const code = obstacles.some(({ kind }) => kind === 'compaction') ? 'compaction' : 'oplog';
  const members = obstacles.map(({ member }) => member);
  const message = members.map(({ message: one, since }) => `${one} Since ${since}.`).join(' ');
  reportWait(
    code,
    message,
    members.map(({ member }) => member),
    members,
  );
}

/**
 * Compacts a member if that is due. @returns a function that returns what keeps an erasure from being
 * complete on this member; null if nothing does
 */
async function inspectMember(
  { now, aliases }: StorePurgerDeps,
  all: Map<string, MemberState>,
  member: StoreMember,
  last: string,
): Promise<(erasure: ErasureView) => Obstacle | null> {
  const { name } = member;
  const memberState = all.get(name) ?? {
    compactedTo: '',
    failures: 0,
    retryAt: 0,
    error: '',
    state: '',
    since: '',
  };
  all.set(name, memberState);
  const obstacle = (kind: Obstacle['kind'], state: string, message: string): Obstacle => {
    if (memberState.state !== state) Object.assign(memberState, { state, since: now().toISOString() });
    return { kind, member: { store: 'mongodb', member: name, state, message, since: memberState.since } };
  };
  if (member.state !== 'up') {
    const away = member.state === 'away' ? `MongoDB member ${name} does not answer.` : member.message;
    const blocking = obstacle('compaction', member.state, away);
    return () => blocking;
  }
  let oplog: Oplog | null = null;
  if (now().getTime() >= memberState.retryAt)
    try {
      if (memberState.compactedTo < last) {
        await aliases.refresh();
        await member.compact(scrubbedCollections(aliases));
        memberState.compactedTo = last;
      }
      oplog = await member.oplog();
      Object.assign(memberState, { failures: 0, retryAt: 0, error: '' });
    } catch (error) {
      memberState.failures += 1;
      memberState.error = error instanceof Error ? error.message : String(error);
      const waitMs = Math.min(firstRetryMs * 2 ** (memberState.failures - 1), longestRetryMs);
      memberState.retryAt = now().getTime() + waitMs;
    }
  if (memberState.error !== '') {
    const retryTime = new Date(memberState.retryAt).toISOString();
    const failed = `MongoDB member ${name} cannot be cleaned: ${memberState.error}. It is tried again at ${retryTime}.`;
    const blocking = obstacle('compaction', 'failed', failed);
    return () => blocking;
  }
  return (erasure) => {
    if (!oplog || oplog.from.getTime() > Date.parse(scrubbedAt(erasure))) return null;
    return obstacle('oplog', 'waiting', describeOplog(name, oplog, erasure));
  };
}

function describeOplog(name: string, { from, durationMs }: Oplog, erasure: ErasureView): string {
  const reaches = `The oplog of MongoDB member ${name} reaches back to ${from.toISOString()}.`;
  const since = `It holds the answers until its first entry is younger than ${scrubbedAt(erasure)}`;
  const end = durationMs === null ? NaN : Date.parse(scrubbedAt(erasure)) + durationMs;
  return Number.isFinite(end) && end < 8.64e15
    ? `${reaches} ${since}, at the present pace about ${new Date(end).toISOString()}.`
    : `${reaches} ${since}.`;
}

/** Answers cannot have been written later. */
const scrubbedAt = ({ scrubbed_at: at }: ErasureView): string => at ?? '';
