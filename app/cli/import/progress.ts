import { MultiBar } from 'cli-progress';
import type { Output, Streams } from '../output.ts';
import type { Tally } from './submit-rows.ts';

export interface Progress {
  show(tally: Tally): void;
  /** A line above the bar. */
  note(text: string): void;
  stop(): void;
}

/** A bar on stderr where that is a terminal, else only the notes. */
export function startProgress(total: number, output: Output, { stderr }: Streams): Progress {
  if (stderr.isTTY !== true)
    return { show: () => undefined, note: (text) => output.note(text), stop: () => undefined };
  const bars = new MultiBar({
    format: '{bar} {value}/{total} rows, {refused} refused, {eta_formatted} to go',
    stream: process.stderr,
    hideCursor: true,
  });
  const bar = bars.create(total, 0, { refused: 0 });
  return {
    show: ({ refused, unsent }) => bar.update(total - unsent, { refused }),
    note: (text) => bars.log(`${text}\n`),
    stop: () => bars.stop(),
  };
}
