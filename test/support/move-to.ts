import type { Lease } from '../../coordination/leases/lease.ts';

/** Moves a checkpoint, and waits until its position is stored. */
export async function moveTo(
  lease: Lease | null | undefined,
  position: bigint,
  event: Lease['event'] = null,
): Promise<void> {
  lease?.advance(position, 'now', event);
  await lease?.save();
}
