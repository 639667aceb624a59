import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { median } from '../harness/statistics.ts';

/**
 * The memory of a process that is backed by no file, in MB: heaps, stacks, buffers and the changed copies of
 * mapped pages. The pages that LMDB maps are the page cache's, and node's own code is shared with every node.
 */
export function anonymousMegabytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kilobytes = ['Anonymous', 'Swap'].map((field) =>
    Number(new RegExp(`^${field}: *(\\d+) kB$`, 'm').exec(rollup)?.[1] ?? Number.NaN),
  );
  return kilobytes.reduce((sum, part) => sum + part, 0) / 1024;
}

const samples = 10;
const intervalMs = 500;

/** The median of some seconds, after what was going on has settled. */
export async function settledMegabytes(pid: number): Promise<number> {
  const seen: number[] = [];
  while (seen.length < samples) {
    await delay(intervalMs);
    seen.push(anonymousMegabytes(pid));
  }
  return median(seen);
}
