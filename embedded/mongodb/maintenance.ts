import { type Server } from './command.ts';
import { openDocuments } from './documents.ts';
import { parseFilter } from './filter.ts';
import { after } from './key.ts';
import { plan } from './planner.ts';
import { expireRecords } from './retry.ts';
import { openScan } from './scan.ts';
import { dateValue, doc } from './value.ts';

/** Keys removed in one transaction, so that nobody waits long behind it. */
const step = 2_000;

/** Clears the trees of collections and indexes that were dropped. */
async function sweep({ store, catalog }: Server, stopped: () => boolean): Promise<void> {
  for (const tree of catalog.discarded())
    for (let removed = step; removed === step && !stopped();)
      removed = await store.write(() => {
        const keys = [...store.range({ start: tree, end: after(tree) ?? tree, limit: step })];
        for (const { key } of keys) store.remove(key);
        if (keys.length < step) catalog.forget(tree);
        return keys.length;
      });
}

/** Removes the documents whose time has come, by the indexes that say so. */
async function expireDocuments({ store, catalog }: Server, stopped: () => boolean): Promise<void> {
  for (const { namespace, secondary } of catalog.list())
    for (const { name, fields, expireAfterSeconds } of secondary) {
      const path = fields[0]?.path;
      if (expireAfterSeconds === undefined || path === undefined) continue;
      const limit = dateValue(Date.now() - expireAfterSeconds * 1_000);
      const filter = parseFilter(doc({ [path]: doc({ $lte: limit }) }));
      for (let removed = step; removed === step && !stopped();)
        removed = await store.write(() => {
          const collection = catalog.get(namespace);
          if (!collection?.secondary.some((index) => index.name === name)) return 0;
          const documents = openDocuments(store, catalog, namespace);
          const scan = openScan(store, collection, plan(collection, filter, [], name), filter);
          const rows = scan.take(step, Number.MAX_SAFE_INTEGER);
          for (const row of rows) documents.remove(row);
          return rows.length;
        });
    }
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
    await expireDocuments(server, () => stopping);
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
