import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { copyStore } from '../../embedded-server/src/journal/copy-store.ts';
import { scavengeFile } from './scavenging/scavenge-state.ts';
import { format, names } from './storage/data-file.ts';
import { openStore } from './storage/store.ts';

/**
 * Copies the files of an event store to a new directory, whether or not its server runs, and opens the copy once.
 * @returns the position of the last event, at least that of the last event acknowledged before the call; null if the
 * directory has no event store
 */
export async function backUpEventStore(dir: string, target: string): Promise<number | null> {
  if (!(await copyStore(dir, target, names, format))) return null;
  const state = join(dir, scavengeFile);
  if (existsSync(state)) copyFileSync(state, join(target, scavengeFile));
  const copy = openStore(target);
  const { last } = copy.tail();
  await copy.close();
  return last;
}
