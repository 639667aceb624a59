import type { EventIdentity } from '../../log/event-log.ts';
import type { ReadStore } from '../read-store.ts';
import { Fenced, type Lease } from './lease.ts';
import { type CheckpointDocument, checkpointsOf } from './lease-documents.ts';
import type { Urgency } from './reached-positions.ts';
import type { Session } from './session.ts';

export interface HeldLeaseDeps {
  readonly store: ReadStore;
  readonly session: Session;
  /** Called before a release, which may fail, after a release, and after the first attempt at a release. */
  readonly releasing: () => void;
  readonly released: () => void;
  readonly ended: () => void;
}

/** A lease that this process has acquired. */
export class HeldLease implements Lease {
  readonly id: string;
  readonly position: bigint | null;
  readonly event: EventIdentity | null;
  readonly isFirst: boolean;
  readonly until: number;
  /**
   * A checkpoint that is removed and created again restarts its epochs; the owner tells the two apart.
   */
  readonly #owned: { readonly _id: string; readonly epoch: number; readonly owner: string };
  readonly #deps: HeldLeaseDeps;
  readonly #lost = new AbortController();
  #lastEvent: EventIdentity | null;
  #isReleased = false;

  /** @param until when the lease ends without renewal, by this machine's clock (`performance.now`) */
  constructor(
    { _id, epoch, owner, ...acquired }: CheckpointDocument & { readonly owner: string },
    until: number,
    deps: HeldLeaseDeps,
  ) {
    const { position, event } = deps.session.positions.of(_id) ?? acquired;
    this.id = _id;
    this.position = position;
    this.event = event ?? null;
    this.isFirst = epoch === 1;
    this.until = until;
    this.#owned = { _id, epoch, owner };
    this.#deps = deps;
    this.#lastEvent = this.event;
  }

  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Whether the lease was acquired under a session. */
  isOf(sessionId: string | null): boolean {
    return this.#owned.owner === sessionId;
  }

  /** Ends the work under the lease: another process may hold it. */
  lose(): void {
    this.#lost.abort(new Fenced(this.id));
  }

  async renew(): Promise<number> {
    const renewed = await this.#deps.session.renew();
    if (this.#isReleased || !this.isOf(renewed.id)) throw new Fenced(this.id);
    return renewed.until;
  }

  advance(position: bigint, urgency: Urgency, event: EventIdentity | null = null): void {
    if (this.#isOver()) return;
    this.#lastEvent = event ?? this.#lastEvent;
    this.#deps.session.positions.advance(this.id, { position, event: this.#lastEvent }, urgency);
  }

  async save(): Promise<void> {
    if (!this.#isOver()) await this.#deps.session.save();
    if (this.#isOver()) throw new Fenced(this.id);
  }

  async reset(): Promise<void> {
    const { store, session } = this.#deps;
    this.#lastEvent = null;
    await session.forgetPosition(this.id);
    const start = { $set: { position: null, event: null } };
    const { matchedCount } = await checkpointsOf(store).updateOne(this.#owned, start);
    if (matchedCount === 0) throw new Fenced(this.id);
  }

  async release(): Promise<void> {
    const { store, session, releasing, released, ended } = this.#deps;
    this.#isReleased = true;
    releasing();
    try {
      const isOwn = this.isOf(session.id);
      // Earlier releases take a lease whose time is over.
      const free = { owner: null, lease_until: new Date().toISOString() };
      const reached = isOwn && session.positions.of(this.id);
      await checkpointsOf(store).updateOne(this.#owned, { $set: { ...free, ...reached } });
      released();
      if (isOwn) session.positions.forget(this.id);
    } finally {
      ended();
    }
  }

  #isOver(): boolean {
    return this.#isReleased || this.lost.aborted || !this.isOf(this.#deps.session.id);
  }
}
