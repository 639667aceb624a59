import { type Server } from './command.ts';
import { expireRecords } from './retry.ts';
import { under } from './storage/key-range.ts';

/** The keys that are read and removed together. */
const step = 100;

/** Clears the trees of collections and indexes that were dropped. */
export async function sweep({ store, catalog }: Server, stopped: () => boolean = () => false): Promise<void> {
  for (const tree of catalog.discarded())
    for (let isEmpty = false; !isEmpty && !stopped();)
      isEmpty = await store.write((slice) => {
        do {
          const entries = [...store.range({ ...under(tree), limit: step })];
          for (const { key } of entries) store.remove(key);
          if (entries.length === step) continue;
          catalog.forget(tree);
          return true;
        } while (!slice.isOver());
        return false;
      });
}

/** The background work of the server, in small steps; `close` waits for the present step. */
export interface Maintenance {
  close(): Promise<void>;
}

/**
 * Starts the background work: once now, and again at every interval.
 * @param onError receives a failure; the next round tries again
 */
export function startMaintenance(
  server: Server,
  intervalMs: number,
  onError: (error: unknown) => void,
): Maintenance {
  let stopping = false;
  let running: Promise<void> | undefined;
  const round = async (): Promise<void> => {
    server.cursors.expire();
    await expireRecords(server.store);
    await sweep(server, () => stopping);
  };
  const begin = (): void => {
    running ??= round()
      .catch(onError)
      .finally(() => (running = undefined));
  };
  begin();
  const timer = setInterval(begin, intervalMs).unref();
  return {
    close: async () => {
      stopping = true;
      clearInterval(timer);
      await running;
    },
  };
}
