import type { Lease } from '../../coordination/leases/leases.ts';
import type { EventIdentity } from '../../log/event-log.ts';

/** The shortest delay of a write, and the shortest interval between two writes, in milliseconds. */
const delays = { now: { delay: 0, interval: 50 }, soon: { delay: 250, interval: 1_000 } } as const;

/**
 * Moves the checkpoint of a lease in the background, one write at a time and always to the newest position. The
 * checkpoint may lag behind the documents: a repeated event does not change a document that holds it.
 */
export class CheckpointWriter {
  readonly #lease: Lease;
  readonly #onFailure: (error: unknown) => void;
  #saved: bigint | null;
  #reached: bigint | null;
  #event: EventIdentity | null;
  #savedAt = -Infinity;
  /** The time of the next write; Infinity if none is due. */
  #dueAt = Infinity;
  #state: 'open' | 'closed' | 'failed' = 'open';
  #saving: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** @param onFailure called once, if the checkpoint cannot be moved; nothing is written afterwards */
  constructor(lease: Lease, onFailure: (error: unknown) => void) {
    this.#lease = lease;
    this.#onFailure = onFailure;
    this.#saved = lease.position;
    this.#reached = lease.position;
    this.#event = lease.event;
  }

  /**
   * Reports that the runner has reached a position: `soon` if the batch stored nothing, so that several
   * positions share a write.
   * @param event the last event of the service up to the position; null if none is known since the last report
   */
  advance(position: bigint, when: 'now' | 'soon', event: EventIdentity | null = null): void {
    this.#reached = position;
    this.#event = event ?? this.#event;
    const { delay, interval } = delays[when];
    const due = Math.max(performance.now() + delay, this.#savedAt + interval);
    if (due >= this.#dueAt) return;
    this.#dueAt = due;
    this.#saveWhenDue();
  }

  /**
   * Writes the last reported position and ends. Never throws: events after the saved checkpoint are only
   * applied again.
   */
  async close(): Promise<void> {
    if (this.#state === 'open') this.#state = 'closed';
    clearTimeout(this.#timer);
    // The write in progress may be of an older position.
    for (let turn = 0; turn < 2; turn++) {
      this.#saveNow();
      await this.#saving;
    }
  }

  #saveWhenDue(): void {
    clearTimeout(this.#timer);
    if (this.#state !== 'open' || this.#saving || this.#dueAt === Infinity) return;
    const ms = this.#dueAt - performance.now();
    if (ms > 0) this.#timer = setTimeout(() => this.#saveNow(), ms);
    else this.#saveNow();
  }

  #saveNow(): void {
    if (this.#state === 'failed' || this.#saving) return;
    this.#dueAt = Infinity;
    if (this.#reached !== null && this.#reached !== this.#saved) this.#saving = this.#save(this.#reached);
  }

  async #save(to: bigint): Promise<void> {
    this.#savedAt = performance.now();
    try {
      await this.#lease.move(this.#saved, to, this.#event);
      this.#saved = to;
    } catch (error) {
      this.#state = 'failed';
      this.#onFailure(error);
    }
    // Here and not in a `finally` of the caller: a position reported in between would wait for the next
    // report.
    this.#saving = null;
    this.#saveWhenDue();
  }
}
