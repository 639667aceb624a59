import { type Neighbour, neighbour, type PatternProgram, type Ranges } from './pattern-program.ts';

/**
 * A text that both patterns match; `none` if no text of a permitted length does; `unknown` if the search was given up.
 */
export type Found = { readonly text: () => string } | 'none' | 'unknown';

/** The most steps of a search, each of about 0.1 µs. */
const maxSteps = 50_000;

/** The character before each text of a layer: the node that it was read from, and the character. */
type Layer = ReadonlyMap<number, readonly [from: number, point: number]>;

/**
 * Searches a text that matches two patterns as a whole: breadth first over the pairs of their states, a layer for each
 * length. The text has `min` to `max` characters.
 */
export function findText(
  first: PatternProgram,
  second: PatternProgram,
  { min, max }: { readonly min: number; readonly max: number },
): Found {
  const pairs = openPairs(first, second);
  const layers: Layer[] = [new Map([[pairs.start, [pairs.start, 0]]])];
  for (let length = 0; ; length++) {
    const layer: Layer = layers[length] ?? new Map<number, readonly [number, number]>();
    const isRepeated = length > 0 && haveSameNodes(layer, layers[length - 1]);
    if (length >= min || isRepeated) {
      const end = [...layer.keys()].find(pairs.matches);
      if (end !== undefined) return { text: () => textTo(layers, end, Math.max(length, min)) };
    }
    if (layer.size === 0 || length >= max || isRepeated) return 'none';
    const next = pairs.after(layer);
    if (next === null) return 'unknown';
    layers.push(next);
  }
}

const haveSameNodes = (layer: Layer, other: Layer = new Map()): boolean =>
  layer.size === other.size && [...layer.keys()].every((node) => other.has(node));

/** Reads a text backwards. All layers after the last are as the last. */
function textTo(layers: readonly Layer[], end: number, length: number): string {
  const points: number[] = [];
  for (let node = end, at = length; at > 0; at--) {
    const [from, point] = layers[Math.min(at, layers.length - 1)]?.get(node) ?? [node, 0];
    points.push(point);
    node = from;
  }
  return points
    .reverse()
    .map((point) => String.fromCodePoint(point))
    .join('');
}

/** The pairs of states of two programs, with what stands before them in the text, each as a number. */
function openPairs(first: PatternProgram, second: PatternProgram) {
  let steps = -first.visits - second.visits;
  const common = new Map<number, number | null>();
  const nodeOf = (one: number, other: number, before: Neighbour) => (one * second.size + other) * 4 + before;
  const reachOf = (node: number, after: Neighbour) => {
    const before = neighbourOf(node);
    const pair = Math.floor(node / 4);
    return [
      first.reach(Math.floor(pair / second.size), before, after),
      second.reach(pair % second.size, before, after),
    ] as const;
  };
  /** A character that two instructions read; null if there is none. */
  function commonPoint(one: number, other: number, kind: Neighbour): number | null {
    const key = nodeOf(one, other, kind);
    const known = common.get(key);
    if (known !== undefined) return known;
    const [ranges, others] = [first.readBy(one), second.readBy(other)];
    steps += Math.min(ranges.length, others.length) >> 4;
    const point = commonIn(ranges, others, kind);
    common.set(key, point);
    return point;
  }
  function addAfter(node: number, kind: Neighbour, next: Map<number, readonly [number, number]>): void {
    const [one, other] = reachOf(node, kind);
    steps += one.readers.length + other.readers.length + 1;
    for (const reader of one.readers)
      for (const otherReader of other.readers) {
        steps += 1;
        const point = commonPoint(reader, otherReader, kind);
        if (point === null) continue;
        const reached = nodeOf(first.after(reader), second.after(otherReader), kind);
        if (!next.has(reached)) next.set(reached, [node, point]);
      }
  }
  return {
    start: nodeOf(first.start, second.start, neighbour.edge),
    matches: (node: number): boolean => reachOf(node, neighbour.edge).every(({ matches }) => matches),
    /** The nodes that a character leads to; null when the search is given up. */
    after(layer: Layer): Layer | null {
      const next = new Map<number, readonly [number, number]>();
      for (const node of layer.keys())
        for (const kind of [neighbour.word, neighbour.other, neighbour.newline]) {
          addAfter(node, kind, next);
          if (steps + first.visits + second.visits > maxSteps) return null;
        }
      return next;
    },
  };
}

const neighbourOf = (node: number): Neighbour => {
  const code = node % 4;
  return code === 1
    ? neighbour.word
    : code === 2
      ? neighbour.newline
      : code === 3
        ? neighbour.other
        : neighbour.edge;
};

const lastPoint = 0x10ffff;
const neighbourPoints: Readonly<Record<Neighbour, Ranges>> = {
  [neighbour.edge]: [],
  [neighbour.word]: [0x30, 0x39, 0x41, 0x5a, 0x5f, 0x5f, 0x61, 0x7a],
  [neighbour.newline]: [10, 10],
  [neighbour.other]: [0, 9, 11, 0x2f, 0x3a, 0x40, 0x5b, 0x5e, 0x60, 0x60, 0x7b, lastPoint],
};
/** Characters that read well, and that few formats refuse. */
const preferred: readonly number[] = Array.from('a1A.-/@', (char) => char.codePointAt(0) ?? 0);

function commonIn(one: Ranges, other: Ranges, kind: Neighbour): number | null {
  const ranges = intersection(intersection(one, other), neighbourPoints[kind]);
  return preferred.find((point) => contains(ranges, point)) ?? ranges[0] ?? null;
}

const contains = (ranges: Ranges, point: number): boolean =>
  ranges.some((first, index) => index % 2 === 0 && first <= point && point <= (ranges[index + 1] ?? -1));

function intersection(one: Ranges, other: Ranges): Ranges {
  const both: number[] = [];
  for (let a = 0, b = 0; a < one.length && b < other.length;) {
    const [endA = 0, endB = 0] = [one[a + 1], other[b + 1]];
    const first = Math.max(one[a] ?? 0, other[b] ?? 0);
    if (first <= Math.min(endA, endB)) both.push(first, Math.min(endA, endB));
    if (endA < endB) a += 2;
    else b += 2;
  }
  return both;
}
