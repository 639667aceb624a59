/**
 * The number of shards over which destinations are spread. It never changes, because each pending delivery
 * stores its shard.
 */
export const shardCount = 1_024;

/**
 * The number of shards in releases that did not store them. A destination's former shard determines the range
 * of its present shard.
 */
const formerShardCount = 8;

/**
 * Returns the shard of a destination, from 0 to `shardCount` - 1. One scheduler sends all deliveries of a
 * shard, and so enforces the destination's limits.
 */
export function shardOf(destinationId: string): number {
  // FNV-1a.
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(destinationId)) hash = Math.imul(hash ^ byte, 0x01000193);
  const perFormer = shardCount / formerShardCount;
  return ((hash >>> 0) % formerShardCount) * perFormer + ((hash >>> 3) % perFormer);
}
