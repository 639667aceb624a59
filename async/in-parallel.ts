/**
 * Runs `work` for each item, at most `limit` at a time. @throws the first error, once every call has ended
 */
export async function inParallel<T>(
  limit: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const failures: unknown[] = [];
  async function worker(): Promise<void> {
    for (const item of rest) {
      try {
        await work(item);
      } catch (error) {
        failures.push(error);
        return;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}
