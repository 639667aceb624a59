import { originalOf } from '../appending/expectations.ts';
import { firstVisible, oldestVisible, settingsOf } from '../reading/pages.ts';
import type { Head } from '../storage/data-file.ts';
import { createdOf } from '../storage/record.ts';
import type { Change, Store } from '../storage/store.ts';
import { isDeleted } from '../storage/stream-settings.ts';

/** Bounds of one commit, so that appends never wait long for a scavenge. */
const headsPerStep = 1000;
const removalsPerStep = 1000;

/** The start of the next step: a name, by default the first one. */
interface Step {
  readonly removed: number;
  readonly next?: Buffer;
}

/**
 * Removes all unreadable events: those of deleted streams, and those that the settings of their stream hide. Positions
 * and revisions stay as they are, also those of the last event. No byte of a removed event stays on disk.
 * @param stopped called between steps
 * @returns the number of removed events
 */
export async function scavenge(store: Store, stopped: () => boolean): Promise<number> {
  let removed = 0;
  let from: Buffer | undefined = Buffer.alloc(0);
  while (from !== undefined && !stopped()) {
    const start: Buffer = from;
    const step: Step = await store.commit((change) => scavengeStep(change, start));
    removed += step.removed;
    from = step.next;
  }
  if (store.tail().removed && !stopped()) await erase(store);
  return removed;
}

/** Only a new file has no bytes of the removed events. */
async function erase(store: Store): Promise<void> {
  await store.compact();
  await store.commit((change) => (change.tail = { ...change.tail, removed: false }));
}

function scavengeStep(change: Change, from: Buffer): Step {
  let removed = 0;
  const heads = [...change.heads.getRange({ start: from, limit: headsPerStep + 1 })];
  for (const [count, { key }] of heads.entries()) {
    if (count === headsPerStep || removed >= removalsPerStep) return { removed, next: key };
    removed += scavengeStream(change, key.toString(), removalsPerStep - removed);
    // The next step continues with the rest of a large stream.
    if (removed >= removalsPerStep) return { removed, next: key };
  }
  return { removed };
}

/** Removes at most `limit` events of a stream, the oldest first. */
function scavengeStream(change: Change, stream: string, limit: number): number {
  const head = change.head(stream);
  if (!head) return 0;
  const hidden = hiddenBelow(change, stream, head);
  const settings = settingsOf(stream, head);
  const oldest = oldestVisible(settings);
  if (hidden <= 0 && oldest === 0) return 0;
  const entries = change.index.getRange({ start: [head.id, 0], end: [head.id, head.last + 1], limit });
  let removed = 0;
  for (const { key, value: position } of [...entries]) {
    const record = change.log.get(position);
    if (key[1] >= hidden && record && createdOf(record) >= oldest) break;
    change.log.remove(position);
    change.index.remove(key);
    removed += 1;
  }
  if (removed === 0) return 0;
  // The index may no longer have the last revision.
  change.putHead(stream, head);
  change.tail = { ...change.tail, removed: true };
  return removed;
}

/** The first revision that must stay. A deleted stream keeps none, a stream deleted for good not even its metadata. */
function hiddenBelow(change: Change, stream: string, head: Head): number {
  const original = originalOf(stream);
  const owner = original === undefined ? head : change.head(original);
  if (head.tombstoned || owner?.tombstoned || isDeleted(head.settings)) return head.last + 1;
  return firstVisible(head, settingsOf(stream, head));
}
