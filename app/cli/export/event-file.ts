import { createReadStream } from 'node:fs';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { follows, unchain } from '../../../log/hash-chain.ts';
import { linesOf } from './lines.ts';

const optional = Type.Optional(Type.String());

/** The first line of an export: its selection. */
const Heading = Type.Object({
  formlog_export: Type.Literal('events'),
  version: Type.Literal(1),
  from: optional,
  to: Type.String(),
  type: optional,
  stream: optional,
  account_id: optional,
});
export type Heading = Static<typeof Heading>;

const heading = Compile(Heading);
const event = Compile(
  Type.Object({ position: Type.String({ pattern: '^\\d+$' }), stream: Type.String(), id: Type.String() }),
);
const end = Compile(Type.Object({ end: Type.Literal(true), count: Type.Integer() }));

/** The state of a file of events after reading it. */
export interface EventFile {
  readonly heading: Heading | null;
  readonly count: number;
  /** The hash of the last complete line. */
  readonly position: string | null;
  readonly hash: string;
  /** The end of the last complete line, in bytes. */
  readonly bytes: number;
  readonly hasEnd: boolean;
  /** The first fault; null if there is none. Reading ends at the fault. */
  readonly fault: string | null;
}

/**
 * Reads a file of exported events line by line and checks its hash chain.
 * @throws if the file cannot be read
 */
export async function readEventFile(path: string): Promise<EventFile> {
  let found: EventFile = {
    heading: null,
    count: 0,
    position: null,
    hash: '',
    bytes: 0,
    hasEnd: false,
    fault: null,
  };
  let number = 0;
  for await (const { text, bytes, isComplete } of linesOf(createReadStream(path))) {
    number += 1;
    // An incomplete last line; --resume writes it again.
    if (!isComplete) break;
    const next = readLine(found, text);
    if (typeof next === 'string') return { ...found, fault: `line ${number} ${next}` };
    found = { ...next, bytes };
  }
  return found;
}

/** The state after one more line, or the fault of that line. */
function readLine(before: EventFile, text: string): EventFile | string {
  if (before.hasEnd) return 'follows the end';
  const linked = unchain(text);
  if (!linked) return 'has no hash';
  if (!follows(before.hash, linked)) return 'does not continue the hash chain';
  const after = { ...before, hash: linked.hash };
  const value: unknown = JSON.parse(linked.text);
  if (!before.heading)
    return heading.Check(value) ? { ...after, heading: value } : 'is not the header of an export';
  if (event.Check(value)) return { ...after, count: before.count + 1, position: value.position };
  if (!end.Check(value)) return 'is neither an event nor the end line';
  return value.count === before.count
    ? { ...after, hasEnd: true }
    : `claims ${value.count} events, but the file has ${before.count}`;
}
