import { LRUCache } from 'lru-cache';
import type { LoggerOptions } from 'pino';
import { lostStoreIn } from './lost-stores.ts';

/** The least time between two lines of a repeated failure, in ms. */
const intervalMs = 1_000;
/** The least time between two lines about a store that does not answer, in ms. */
const lossIntervalMs = 60_000;
const maxLines = 1_000;
const warn = 40;

/** Fields with few values that distinguish failures with the same message. */
const parts = ['projection', 'role', 'part', 'store', 'shard'] as const;

interface Line {
  writtenAt: number;
  suppressed: number;
}

/**
 * Decides which log lines are written: of warnings and errors with the same message about the same part of the
 * service, one a second.
 * @param clock monotonic milliseconds
 * @returns a function that returns null for a line to omit, else the number of lines omitted before it
 */
function limitLines(clock: () => number = () => performance.now()) {
  const lines = new LRUCache<string, Line>({ max: maxLines });
  function limit(name: string, minMs: number): number | null {
    const now = clock();
    const line = lines.get(name);
    if (line && now - line.writtenAt < minMs) {
      line.suppressed += 1;
      return null;
    }
    lines.set(name, { writtenAt: now, suppressed: 0 });
    return line?.suppressed ?? 0;
  }
  return {
    failure(level: number, message: string, details: object): number | null {
      if (level < warn) return 0;
      const values = new Map<string, unknown>(Object.entries(details));
      return limit(JSON.stringify([level, message, ...parts.map((part) => values.get(part))]), intervalMs);
    },
    loss: (store: string): number | null => limit(`lost ${store}`, lossIntervalMs),
  };
}

/**
 * A pino hook that limits repeated failures to a line a second, and all failures for want of a store to a line a minute,
 * which names the store. At level `debug` the latter are written in full as well.
 */
export function limitRepeatedLines(clock?: () => number): NonNullable<LoggerOptions['hooks']> {
  const limits = limitLines(clock);
  return {
    logMethod(args, method, level) {
      const [first, second, ...rest]: readonly unknown[] = args;
      const isObject = typeof first === 'object' && first !== null;
      const details = first instanceof Error ? { err: first } : isObject ? first : {};
      const message = isObject ? (second ?? ('message' in first ? first.message : '')) : first;
      const lost = level < warn ? null : lostStoreIn(details);
      if (lost) {
        const suppressed = limits.loss(lost.store);
        if (suppressed !== null)
          this.warn({ ...lost, ...(suppressed > 0 && { suppressed }) }, 'a store does not answer');
        if (!this.isLevelEnabled('debug')) return;
      }
      const suppressed = limits.failure(level, String(message), details);
      if (suppressed === null) return;
      if (suppressed === 0) return method.apply(this, args);
      method.apply(this, [
        { ...details, suppressed },
        String(message),
        ...(isObject ? rest : [second, ...rest]),
      ]);
    },
  };
}
