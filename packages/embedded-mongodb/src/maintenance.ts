import { type Server } from './command.ts';
import { expireRecords } from './retry.ts';
import { under } from './storage/key-range.ts';

/** Keys removed in one transaction, so that nobody waits long behind it. */
const step = 2_000;

/** Clears the trees of collections and indexes that were dropped. */
export async function sweep({ store, catalog }: Server, stopped: () => boolean = () => false): Promise<void> {
  for (const tree of catalog.discarded())
    for (let removed = step; removed === step && !stopped();)
      removed = await store.write(() => {
        const keys = [...store.range({ ...under(tree), limit: step })];
        for (const { key } of keys) store.remove(key);
        if (keys.length < step) catalog.forget(tree);
        return keys.length;
      });
}

/** What the server does by itself, in small steps; `close` waits for the step at hand. */
export interface Maintenance {
  close(): Promise<void>;
}

/**
 * Starts it: once now, and again at every interval.
 * @param onError told of a failure; the next round tries again
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
