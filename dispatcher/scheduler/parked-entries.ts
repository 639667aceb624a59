import type { ParkedDestination, ParkedDestinations } from '../../coordination/parked-destinations.ts';

/** A parked destination in memory. */
export interface ParkedEntry {
  readonly parked: ParkedDestination;
  isRetrying: boolean;
  /** The time of the next retry, or of the next check during a retry. */
  retryAt: number;
}

/** The parked destinations of this process, and those whose document must be written or removed. */
export class ParkedEntries {
  readonly #stored: Pick<ParkedDestinations, 'save' | 'remove'>;
  readonly #entries = new Map<string, ParkedEntry>();
  /** Entries to write or remove; true if a retry has answered the operators' request. */
  readonly #unsaved = new Map<string, boolean>();

  constructor(stored: Pick<ParkedDestinations, 'save' | 'remove'>) {
    this.#stored = stored;
  }

  get(id: string): ParkedEntry | undefined {
    return this.#entries.get(id);
  }

  all(): readonly ParkedEntry[] {
    return [...this.#entries.values()];
  }

  set(parked: ParkedDestination, retryAt: number): void {
    this.#entries.set(parked.id, { parked, isRetrying: false, retryAt });
  }

  remove(id: string): void {
    this.#entries.delete(id);
  }

  /** Whether the destination has an entry or an unsaved change. */
  isKnown(id: string): boolean {
    return this.#entries.has(id) || this.#unsaved.has(id);
  }

  /** Marks a change of the stored document. @param isTried whether a retry has answered the operators' request */
  markUnsaved(id: string, isTried = this.#unsaved.get(id) ?? false): void {
    this.#unsaved.set(id, isTried);
  }

  /** Forgets destinations with their unsaved changes. */
  drop(isDropped: (id: string) => boolean): void {
    for (const id of [...this.#entries.keys(), ...this.#unsaved.keys()])
      if (isDropped(id)) {
        this.#entries.delete(id);
        this.#unsaved.delete(id);
      }
  }

  /** Writes the unsaved changes. @throws an error of the store; the next call continues */
  async save(): Promise<void> {
    for (const [id, isTried] of [...this.#unsaved]) {
      this.#unsaved.delete(id);
      const entry = this.#entries.get(id);
      try {
        if (entry) await this.#stored.save(entry.parked, isTried);
        else await this.#stored.remove(id);
      } catch (error) {
        this.#unsaved.set(id, isTried || this.#unsaved.get(id) === true);
        throw error;
      }
    }
  }
}
