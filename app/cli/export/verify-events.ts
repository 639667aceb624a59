import { createReadStream } from 'node:fs';
import { unchain } from '../../../log/hash-chain.ts';
import type { Chunks } from '../client.ts';
import { linesOf } from './lines.ts';

/** One way in which a file and the log differ. */
export interface Difference {
  readonly kind: 'missing in the file' | 'missing in the log' | 'different';
  readonly position: string;
  /** The event's stream and type. */
  readonly what: string;
}

interface Told {
  readonly position: bigint;
  readonly text: string;
  readonly what: string;
}

/**
 * Compares a file of events with the same export made anew, in the order of the log, and holds one line of each
 * at a time. Both have to be whole chains.
 */
export async function* differences(path: string, anew: Chunks): AsyncGenerator<Difference> {
  const [file, log] = [eventsOf(createReadStream(path)), eventsOf(anew)];
  let [mine, theirs] = [await take(file), await take(log)];
  while (mine ?? theirs) {
    if (!theirs || (mine && mine.position < theirs.position)) {
      if (mine) yield difference('missing in the log', mine);
      mine = await take(file);
    } else if (!mine || theirs.position < mine.position) {
      yield difference('missing in the file', theirs);
      theirs = await take(log);
    } else {
      if (mine.text !== theirs.text) yield difference('different', mine);
      [mine, theirs] = [await take(file), await take(log)];
    }
  }
}

const difference = (kind: Difference['kind'], { position, what }: Told): Difference => ({
  kind,
  position: String(position),
  what,
});

const take = async (events: AsyncGenerator<Told>): Promise<Told | null> => {
  const next = await events.next();
  return next.done ? null : next.value;
};

async function* eventsOf(source: AsyncIterable<unknown>): AsyncGenerator<Told> {
  for await (const { text: line } of linesOf(source)) {
    const text = unchain(line)?.text ?? line;
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('position' in value)) continue;
    const { stream, type } = { stream: '', type: '', ...value };
    yield { position: BigInt(String(value.position)), text, what: `${stream} ${type}` };
  }
}
