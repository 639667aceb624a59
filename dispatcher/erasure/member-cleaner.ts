import type { Oplog, StoreMember } from '../../coordination/store-members.ts';
import type { Aliases } from '../../projections/generations/aliases.ts';
import { scrubbedCollections } from '../../projections/generations/scrub.ts';
import type { ActivityMember } from '../../projections/progress/status-board.ts';
import type { ErasureView } from '../../projections/read-models/erasures/queries.ts';

/** A member that delays an erasure, and the reason. */
export interface Obstacle {
  readonly kind: 'compaction' | 'oplog';
  readonly member: ActivityMember;
}

/** An erasure whose documents are emptied. */
export type Scrubbed = Pick<ErasureView, 'scrubbed_at'>;

export interface CleaningDeps {
  readonly aliases: Pick<Aliases, 'records' | 'refresh'>;
  readonly now: () => Date;
  /** The collections that held the data; by default those of submissions and deliveries. */
  readonly collections?: () => readonly string[];
}

const firstRetryMs = 15_000;
const longestRetryMs = 3_600_000;

/** Compacts one MongoDB member, and remembers its state for as long as this process leads. */
export class MemberCleaner {
  readonly #deps: CleaningDeps;
  readonly #name: string;
  /** The time up to which emptied documents were compacted, ISO 8601. */
  #compactedTo = '';
  #failures = 0;
  #retryAt = 0;
  /** The last failure; empty after a success. */
  #error = '';
  #state: ActivityMember['state'] = '';
  #since = '';

  constructor(deps: CleaningDeps, name: string) {
    this.#deps = deps;
    this.#name = name;
  }

  /**
   * Compacts the member if that is due.
   * @param last the time of the last emptied documents, ISO 8601
   * @returns a function that returns what keeps an erasure from being complete on this member; null if nothing does
   */
  async clean(member: StoreMember, last: string): Promise<(erasure: Scrubbed) => Obstacle | null> {
    if (member.state !== 'up') {
      const away = member.state === 'away' ? `MongoDB member ${this.#name} does not answer.` : member.message;
      return this.#blocking(member.state, away);
    }
    const oplog = this.#nowMs() >= this.#retryAt ? await this.#compact(member, last) : null;
    if (this.#error !== '') {
      const retryTime = new Date(this.#retryAt).toISOString();
      const failed = `MongoDB member ${this.#name} cannot be cleaned: ${this.#error}. It will be retried at ${retryTime}.`;
      return this.#blocking('failed', failed);
    }
    return (erasure) => {
      if (!oplog || oplog.from.getTime() > Date.parse(scrubbedAt(erasure))) return null;
      return this.#obstacle('oplog', 'waiting', describeOplog(this.#name, oplog, erasure));
    };
  }

  async #compact(member: StoreMember, last: string): Promise<Oplog | null> {
    const { aliases, collections = () => scrubbedCollections(aliases) } = this.#deps;
    try {
      if (this.#compactedTo < last) {
        await aliases.refresh();
        await member.compact(collections());
        this.#compactedTo = last;
      }
      const oplog = await member.oplog();
      this.#failures = 0;
      this.#retryAt = 0;
      this.#error = '';
      return oplog;
    } catch (error) {
      this.#error = error instanceof Error ? error.message : String(error);
      this.#retryAt = this.#nowMs() + Math.min(firstRetryMs * 2 ** this.#failures, longestRetryMs);
      this.#failures += 1;
      return null;
    }
  }

  #blocking(state: ActivityMember['state'], message: string): () => Obstacle {
    const obstacle = this.#obstacle('compaction', state, message);
    return () => obstacle;
  }

  #obstacle(kind: Obstacle['kind'], state: ActivityMember['state'], message: string): Obstacle {
    if (this.#state !== state) this.#since = this.#deps.now().toISOString();
    this.#state = state;
    return { kind, member: { store: 'mongodb', member: this.#name, state, message, since: this.#since } };
  }

  #nowMs(): number {
    return this.#deps.now().getTime();
  }
}

function describeOplog(name: string, { from, durationMs }: Oplog, erasure: Scrubbed): string {
  const reaches = `The oplog of MongoDB member ${name} reaches back to ${from.toISOString()}.`;
  const since = `It holds the answers until its first entry is younger than ${scrubbedAt(erasure)}`;
  const end = durationMs === null ? NaN : Date.parse(scrubbedAt(erasure)) + durationMs;
  return Number.isFinite(end) && end < 8.64e15
    ? `${reaches} ${since}, at the present pace about ${new Date(end).toISOString()}.`
    : `${reaches} ${since}.`;
}

/** Answers cannot have been written later. */
export const scrubbedAt = ({ scrubbed_at: at }: Scrubbed): string => at ?? '';
