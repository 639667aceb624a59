import { MultiBar } from 'cli-progress';
import { printable, type Streams } from './output.ts';

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
  const bars = new MultiBar({ format, stream: process.stderr, hideCursor: true });
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
