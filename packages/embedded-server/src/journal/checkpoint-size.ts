/** The sizes of the journal, in bytes, at which a checkpoint is made, and how many times as large they may grow. */
export interface CheckpointBytes {
  readonly whileWriting: number;
  /** A checkpoint in a pause is made at a smaller size. */
  readonly whileQuiet: number;
  readonly growth: number;
}

/** The time that a checkpoint may take, in milliseconds: its thread answers no request meanwhile. */
const mostMs = 5;
/** After a checkpoint that took less, the next one may be larger. */
const fewMs = 2.5;
/** How much larger or smaller the next checkpoint is at most. */
const step = 2;

/**
 * The size of the journal at which a checkpoint is made. LMDB writes fewer pages for each change if a checkpoint has many,
 * but takes longer: up to ten times as long if the changes are spread over a large index. So the size follows the time that
 * the checkpoints take.
 */
export class CheckpointSize {
  readonly #bytes: CheckpointBytes;
  #times = 1;

  constructor(bytes: CheckpointBytes) {
    this.#bytes = bytes;
  }

  get whileWriting(): number {
    return this.#bytes.whileWriting * this.#times;
  }

  get whileQuiet(): number {
    return this.#bytes.whileQuiet * this.#times;
  }

  /** Reports a checkpoint of some bytes. A small one shows only the time of a sync, and changes nothing. */
  took(bytes: number, ms: number): void {
    if (bytes < this.whileQuiet) return;
    if (ms > mostMs) this.#times *= Math.max(mostMs / ms, 1 / step);
    else if (ms < fewMs) this.#times *= step;
    this.#times = Math.max(1, Math.min(this.#times, this.#bytes.growth));
  }
}
