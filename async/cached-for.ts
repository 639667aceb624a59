/**
 * Returns a function that shares one read among all calls of a short time. A failed read is not kept.
 * @param ms how long a result is returned again, in milliseconds from its arrival
 * @param clock monotonic milliseconds
 */
export function cachedFor<T>(
  ms: number,
  read: () => Promise<T>,
  clock: () => number = () => performance.now(),
): () => Promise<T> {
  let current: Promise<T> | null = null;
  let expiresAt = Infinity;
  return () => {
    if (current && clock() < expiresAt) return current;
    const reading = read();
    [current, expiresAt] = [reading, Infinity];
    reading.then(
      () => (expiresAt = clock() + ms),
      () => {
        if (current === reading) current = null;
      },
    );
    return reading;
  };
}
