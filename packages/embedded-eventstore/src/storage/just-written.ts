import type { Found } from './record.ts';

/** The limit of memory, in events and bytes. */
const keptEvents = 128;
const keptBytes = 1 << 20;

/** The events of the last commit, so that live subscriptions need not read them from the file. */
export interface JustWritten {
  /** The events after a position, if they are exactly those of the last commit. */
  after(position: number): readonly Found[] | undefined;
  /** @param before the position of the last event before them */
  set(before: number, written: readonly Found[]): void;
  clear(): void;
}

export function createJustWritten(): JustWritten {
  let latest: { readonly before: number; readonly written: readonly Found[] } | undefined;
  return {
    after: (position) => (latest?.before === position ? latest.written : undefined),
    set(before, written) {
      latest = isSmall(written) ? { before, written } : undefined;
    },
    clear() {
      latest = undefined;
    },
  };
}

function isSmall(written: readonly Found[]): boolean {
  let bytes = 0;
  for (const { record } of written) bytes += record.length;
  return written.length <= keptEvents && bytes <= keptBytes;
}
