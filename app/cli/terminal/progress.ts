import progress, { type GenericFormatter } from 'cli-progress';
import { printable } from '../../printable.ts';
import type { Streams } from './output.ts';

/** A progress display. */
export interface Bar {
  /** @param words values for the other placeholders of the bar's format */
  show(value: number, total: number, words: Readonly<Record<string, string | number>>): void;
  /** Prints a line above the bar. */
  note(text: string): void;
  stop(): void;
}

/** A bar on stderr if that is a terminal, else notes only. */
export function startBar({ stderr }: Streams, format: string): Bar {
  const write = (text: string) => void stderr.write(`${printable(text)}\n`);
  if (stderr.isTTY !== true) return { show: () => undefined, note: write, stop: () => undefined };
  const bars = new progress.MultiBar({
    format: fitted(format),
    barsize: longestBar,
    stream: process.stderr,
    hideCursor: true,
  });
  let bar: ReturnType<typeof bars.create> | null = null;
  return {
    show(value, total, words) {
      bar ??= bars.create(total, value, words);
      bar.setTotal(total);
      bar.update(value, words);
    },
    note: (text) => (bar ? bars.log(`${printable(text)}\n`) : write(text)),
    stop() {
      if (!bar) return;
      // Prints the remaining notes.
      bars.update();
      bars.stop();
    },
  };
}

const shortestBar = 5;
const longestBar = 40;

/** Formats a line with a bar that leaves room for the words in the terminal's width; without room, no bar. */
export const fitted =
  (format: string): GenericFormatter =>
  (options, params, payload) => {
    const render = (line: string, barsize: number) =>
      progress.Format.Formatter({ ...options, format: line, barsize }, params, payload).trimEnd();
    const words = render(format.replace('{bar}', ''), 0).trim();
    const maxLength = params.maxWidth - 1;
    const barLength = Math.min(longestBar, maxLength - 1 - words.length);
    return barLength >= shortestBar ? render(format, barLength) : words.slice(0, maxLength);
  };
