import type { RE2JS } from 're2js';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';

/** Code points as pairs: the first and the last of each range, in order. */
export type Ranges = readonly number[];

/** The neighbour of a place in a text, as far as assertions such as `^` and `\b` look at it. */
export const neighbour = { edge: 0, word: 1, newline: 2, other: 3 } as const;
export type Neighbour = (typeof neighbour)[keyof typeof neighbour];

/** What a program can do at a place of a text without reading a character. */
export interface Reach {
  /** The instructions that read the next character. */
  readonly readers: readonly number[];
  /** Whether the program has matched. */
  readonly matches: boolean;
}

/** A compiled pattern as a nondeterministic automaton. States are instructions, by their index. */
export interface PatternProgram {
  readonly start: number;
  readonly size: number;
  /** The instructions that were looked at so far, a measure of the time taken. */
  readonly visits: number;
  /** What can be done at an instruction, between two neighbours. */
  reach(state: number, before: Neighbour, after: Neighbour): Reach;
  /** The characters that an instruction reads. */
  readBy(reader: number): Ranges;
  /** The state after an instruction has read a character. */
  after(reader: number): number;
}

const Instruction = Type.Object({
  op: Type.Integer(),
  out: Type.Integer(),
  arg: Type.Integer(),
  runes: Type.Unknown(),
});
type Instruction = Static<typeof Instruction>;
const Program = Type.Object({ start: Type.Integer(), inst: Type.Array(Instruction) });

/** The operations of RE2JS that this reads. Capture and no-op pass on; what is unknown fails. */
const operation = {
  alternative: [1, 2],
  pass: [3, 7],
  assert: 4,
  match: 6,
  any: 10,
  anyOfLine: 11,
  rune: [8, 9],
};
/** The flag of a character that is taken in either case. */
const foldCase = 1;

const numbersIn = (list: unknown): number[] =>
  list instanceof Int32Array
    ? [...list]
    : Array.isArray(list)
      ? list.filter((one) => typeof one === 'number')
      : [];

/** Reads the program of a compiled pattern. @throws for a program of another shape than this release of RE2JS has */
export function programOf(pattern: RE2JS): PatternProgram {
  const program: unknown = pattern.re2().prog;
  if (!Value.Check(Program, program)) throw new Error('the program of a pattern has another shape');
  const { start, inst } = program;
  let visits = 0;
  const known = new Map<number, Reach>();
  const read = new Map<number, Ranges>();
  const at = (state: number): Instruction => {
    const instruction = inst[state];
    if (!instruction) throw new Error(`a pattern has no instruction ${state}`);
    visits += 1;
    return instruction;
  };
  return {
    get visits() {
      return visits;
    },
    start,
    size: inst.length,
    reach(state, before, after) {
      const key = (state * 4 + before) * 4 + after;
      const reach = known.get(key) ?? reachOf(at, state, before, after);
      known.set(key, reach);
      return reach;
    },
    readBy(reader) {
      const ranges = read.get(reader) ?? rangesOf(at(reader));
      read.set(reader, ranges);
      return ranges;
    },
    after: (reader) => at(reader).out,
  };
}

function reachOf(
  at: (state: number) => Instruction,
  from: number,
  before: Neighbour,
  after: Neighbour,
): Reach {
  const readers: number[] = [];
  let matches = false;
  const seen = new Set<number>();
  const open = [from];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (seen.has(state)) continue;
    seen.add(state);
    const { op, out, arg } = at(state);
    // The preferred branch is looked at first.
    if (operation.alternative.includes(op)) open.push(arg, out);
    else if (operation.pass.includes(op)) open.push(out);
    else if (op === operation.assert && holds(arg, before, after)) open.push(out);
    else if (op === operation.match) matches = true;
    else if (op >= 8 && op <= 11) readers.push(state);
  }
  return { readers, matches };
}

/** Whether all assertions of a set hold: begin and end of a line and of the text, a boundary of a word, and none. */
function holds(assertions: number, before: Neighbour, after: Neighbour): boolean {
  const isBoundary = (before === neighbour.word) !== (after === neighbour.word);
  const held =
    (before === neighbour.edge || before === neighbour.newline ? 1 : 0) |
    (after === neighbour.edge || after === neighbour.newline ? 2 : 0) |
    (before === neighbour.edge ? 4 : 0) |
    (after === neighbour.edge ? 8 : 0) |
    (isBoundary ? 16 : 32);
  return (assertions & ~held) === 0;
}

function rangesOf({ op, arg, runes }: Instruction): Ranges {
  if (op === operation.any) return [0, 0x10ffff];
  if (op === operation.anyOfLine) return [0, 9, 11, 0x10ffff];
  const [rune = 0, ...rest] = numbersIn(runes);
  if (rest.length > 0) return [rune, ...rest];
  if ((arg & foldCase) === 0) return [rune, rune];
  const char = String.fromCodePoint(rune);
  const cases = [char, char.toLowerCase(), char.toUpperCase()]
    .filter((text) => text.length === char.length)
    .map((text) => text.codePointAt(0) ?? rune);
  return [...new Set(cases)].sort((a, b) => a - b).flatMap((point) => [point, point]);
}
