import { createReadStream } from 'node:fs';
import { unchain } from '../../../log/hash-chain.ts';
import type { Chunks } from '../client/client.ts';
import { linesOf } from './lines.ts';

/** A difference between a file and the log. */
export interface Difference {
  readonly kind: 'missing in the file' | 'missing in the log' | 'erased since' | 'different';
  readonly position: string;
  readonly stream: string;
  /** The event's stream and type. */
  readonly label: string;
}

interface ExportedEvent {
  readonly position: bigint;
  readonly text: string;
  readonly stream: string;
  readonly label: string;
}

/**
 * Compares a file of events with a new export of the same selection, in the order of the log, holding one line of each.
 * Both must be complete chains.
 */
export async function* differences(path: string, exported: Chunks): AsyncGenerator<Difference> {
  const [file, log] = [eventsOf(createReadStream(path)), eventsOf(exported)];
  let [inFile, inLog] = [await take(file), await take(log)];
  while (inFile ?? inLog) {
    if (!inLog || (inFile && inFile.position < inLog.position)) {
      if (inFile) yield difference('missing in the log', inFile);
      inFile = await take(file);
    } else if (!inFile || inLog.position < inFile.position) {
      yield difference('missing in the file', inLog);
      inLog = await take(log);
    } else {
      if (inFile.text !== inLog.text) yield difference('different', inFile);
      [inFile, inLog] = [await take(file), await take(log)];
    }
  }
}

/** Separates events that were erased from events that are missing in the log without a reason. */
export async function* explained(
  found: AsyncIterable<Difference>,
  isErased: (stream: string) => Promise<boolean>,
): AsyncGenerator<Difference> {
  const known = new Map<string, Promise<boolean>>();
  for await (const difference of found) {
    const { kind, stream } = difference;
    if (kind !== 'missing in the log') {
      yield difference;
      continue;
    }
    const erased = known.get(stream) ?? isErased(stream);
    known.set(stream, erased);
    yield (await erased) ? { ...difference, kind: 'erased since' } : difference;
  }
}

const difference = (kind: Difference['kind'], { position, stream, label }: ExportedEvent): Difference => ({
  kind,
  stream,
  position: String(position),
  label,
});

const take = async (events: AsyncGenerator<ExportedEvent>): Promise<ExportedEvent | null> => {
  const next = await events.next();
  return next.done ? null : next.value;
};

async function* eventsOf(source: AsyncIterable<unknown>): AsyncGenerator<ExportedEvent> {
  for await (const { text: line } of linesOf(source)) {
    const text = unchain(line)?.text ?? line;
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('position' in value)) continue;
    const { stream, type } = { stream: '', type: '', ...value };
    yield {
      position: BigInt(String(value.position)),
      text,
      stream,
      label: `${stream} ${type}`,
    };
  }
}
