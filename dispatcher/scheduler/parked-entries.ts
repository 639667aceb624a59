import type { ParkedDestination, ParkedDestinations } from '../../coordination/parked-destinations.ts';

/** A parked destination in memory. */
export interface ParkedEntry {
  readonly parked: ParkedDestination;
  isRetrying: boolean;
  /** The time of the next retry, or of the next check during a retry. */
  retryAt: number;
}

/** The parked destinations of this process, and those whose document must be written or removed. */
export interface ParkedEntries {
  get(id: string): ParkedEntry | undefined;
  all(): readonly ParkedEntry[];
  set(entry: ParkedEntry): void;
  remove(id: string): void;
  /** Whether the destination has an entry or an unsaved change. */
  isKnown(id: string): boolean;
  /** Marks a change of the stored document. @param isTried whether a retry has answered the operators' request */
  markUnsaved(id: string, isTried?: boolean): void;
  /** Forgets destinations with their unsaved changes. */
  drop(isDropped: (id: string) => boolean): void;
  /** Writes the unsaved changes. @throws an error of the store; the next call continues */
  save(): Promise<void>;
}

/** Opens an empty list of entries. */
export function openParkedEntries(stored: Pick<ParkedDestinations, 'save' | 'remove'>): ParkedEntries {
  const entries = new Map<string, ParkedEntry>();
  /** Entries to write or remove; true if a retry has answered the operators' request. */
  const unsaved = new Map<string, boolean>();
  return {
    get: (id) => entries.get(id),
    all: () => [...entries.values()],
    set: (entry) => void entries.set(entry.parked.id, entry),
    remove: (id) => void entries.delete(id),
    isKnown: (id) => entries.has(id) || unsaved.has(id),
    markUnsaved: (id, isTried = unsaved.get(id) ?? false) => void unsaved.set(id, isTried),
    drop(isDropped) {
      for (const id of [...entries.keys(), ...unsaved.keys()])
        if (isDropped(id)) {
          entries.delete(id);
          unsaved.delete(id);
        }
    },
    async save() {
      for (const [id, isTried] of [...unsaved]) {
        unsaved.delete(id);
        const entry = entries.get(id);
        try {
          if (entry) await stored.save(entry.parked, isTried);
          else await stored.remove(id);
        } catch (error) {
          unsaved.set(id, isTried || unsaved.get(id) === true);
          throw error;
        }
      }
    },
  };
}
