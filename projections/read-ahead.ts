/** Items taken from a source in batches: as many as there are, up to a limit. */
export interface ReadAhead<T> {
  /**
   * Waits for at least one item.
   * @returns null at the end of the source
   * @throws what the source threw, after everything that came before
   */
  take(most: number): Promise<readonly T[] | null>;
  /** Ends the source, and answers once it has ended. */
  close(): Promise<void>;
}

/**
 * Reads a source while its items are being worked on, up to `capacity` ahead. Under load batches grow by
 * themselves; when little comes each item is handed out at once.
 */
export function readAhead<T>(source: AsyncIterable<T>, capacity: number): ReadAhead<T> {
  let ready: T[] = [];
  let ended: { readonly error: unknown } | 'at its end' | null = null;
  let closed = false;
  let wakeTaker: () => void = () => undefined;
  let wakeReader: () => void = () => undefined;

  async function read(): Promise<void> {
    try {
      for await (const item of source) {
        ready.push(item);
        wakeTaker();
        while (ready.length >= capacity && !closed)
          await new Promise<void>((resolve) => (wakeReader = resolve));
        if (closed) break;
      }
      ended = 'at its end';
    } catch (error) {
      ended = { error };
    }
    wakeTaker();
  }
  const reading = read();

  async function take(most: number): Promise<readonly T[] | null> {
    while (ready.length === 0) {
      if (ended === 'at its end') return null;
      if (ended) throw ended.error;
      await new Promise<void>((resolve) => (wakeTaker = resolve));
    }
    const taken = ready.slice(0, most);
    ready = ready.slice(most);
    wakeReader();
    return taken;
  }

  async function close(): Promise<void> {
    closed = true;
    wakeReader();
    await reading;
  }

  return { take, close };
}
