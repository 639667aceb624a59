import { LRUCache } from 'lru-cache';
import type { LoggerOptions } from 'pino';

/** The least time between two lines of a repeated failure, in ms. */
const apartMs = 1_000;
const remembered = 1_000;
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
  const lines = new LRUCache<string, Line>({ max: remembered });
  return (level: number, message: string, details: object): number | null => {
    if (level < warn) return 0;
    const values = new Map<string, unknown>(Object.entries(details));
    const name = JSON.stringify([level, message, ...parts.map((part) => values.get(part))]);
    const now = clock();
    const line = lines.get(name);
    if (line && now - line.writtenAt < apartMs) {
      line.suppressed += 1;
      return null;
    }
    lines.set(name, { writtenAt: now, suppressed: 0 });
    return line?.suppressed ?? 0;
  };
}

/** A pino hook that limits repeated failures to a line a second. */
export function limitRepeatedLines(clock?: () => number): NonNullable<LoggerOptions['hooks']> {
  const limit = limitLines(clock);
  return {
    logMethod(args, method, level) {
      const [first, second, ...rest]: readonly unknown[] = args;
      const isObject = typeof first === 'object' && first !== null;
      const details = first instanceof Error ? { err: first } : isObject ? first : {};
      const message = isObject ? (second ?? ('message' in first ? first.message : '')) : first;
      const suppressed = limit(level, String(message), details);
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
