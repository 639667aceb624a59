/**
 * Collects items until the end of the event loop's turn, and hands them over together.
 * @param flush is given at least one item
 * @returns adds an item
 */
export function turnBatch<T>(flush: (items: readonly T[]) => void): (item: T) => void {
  let items: T[] = [];
  return (item) => {
    if (items.push(item) > 1) return;
    setImmediate(() => {
      const collected = items;
      items = [];
      flush(collected);
    });
  };
}
