/**
 * The value below which the given share of the samples lies (nearest rank).
 * @param share above 0, at most 1
 * @throws when there are no samples
 */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const found = sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)];
  if (found === undefined) throw new Error('no samples to take a quantile of');
  return found;
}

/** The middle of the samples; of an even number, the mean of the two in the middle. */
export function median(samples: readonly number[]): number {
  const last = samples.length - 1;
  const sorted = [...samples].sort((a, b) => a - b);
  const [low, high] = [sorted[Math.floor(last / 2)], sorted[Math.ceil(last / 2)]];
  if (low === undefined || high === undefined) throw new Error('no samples to take the median of');
  return (low + high) / 2;
}
