import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from './context.ts';
import { quantile } from './statistics.ts';

const everyMs = 20;
const block = Buffer.alloc(4_096, 1);

/** Times syncs of a file while some work is done, and logs them: what the disk alone makes that work wait. */
export async function withDiskStalls<T>(context: Context, work: () => Promise<T>): Promise<T> {
  const file = await open(join(await context.tempDir(), 'synced'), 'w');
  const times: number[] = [];
  const stop = new AbortController();
  const syncing = (async () => {
    while (!stop.signal.aborted) {
      await file.write(block, 0, block.length, 0);
      const begun = performance.now();
      await file.datasync();
      times.push(performance.now() - begun);
      await delay(everyMs);
    }
  })();
  try {
    return await work();
  } finally {
    stop.abort();
    await syncing;
    await file.close();
    const [p50, p99, longest] = [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1));
    context.log(`  a sync of the disk alone takes ${p50} ms, p99 ${p99}, longest ${longest}`);
  }
}
