/** Into how many shards destinations fall. Fixed for ever: it is stored with each delivery that is to be tried. */
export const shardCount = 1_024;

/** Releases before shards were stored had this many; which of them a destination fell into is what its shard begins with. */
const formerCount = 8;

/** The shard that a destination belongs to: all its deliveries go through one scheduler, which keeps its limits. */
export function shardOf(destinationId: string): number {
  // FNV-1a.
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(destinationId)) hash = Math.imul(hash ^ byte, 0x01000193);
  const perFormer = shardCount / formerCount;
  return ((hash >>> 0) % formerCount) * perFormer + ((hash >>> 3) % perFormer);
}
