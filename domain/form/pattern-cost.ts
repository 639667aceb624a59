/** What a pattern costs to compile, estimated without compiling it: never much less than it does. */
export interface PatternCost {
  /** The steps of the compiled pattern, with each repetition written out. */
  readonly steps: number;
  /** The work of reading it, in units of about 10 µs: characters, and classes by the ranges that they hold. */
  readonly work: number;
}

/** The work of a Unicode class, and of one whose letters are taken in either case. */
const [classWork, foldedClassWork] = [10, 30];
/** With letters in either case, each code point of a range is looked at, up to the number of those that have cases. */
const codePointsPerWork = 300;
const maxRangeWork = 350;

const flags = /^\(\?(?:[a-zA-Z-]*[):]|P?<[^>]*>)/;
const counts = /^\{(\d+)(?:(,)(\d*))?\}/;
const unicodeClass = /\\[pP](?:\{[^}]*\})?/g;
const perlClass = /\\[dDsSwW]/g;
const range = /(\\x\{[^}]*\}|\\.|[^\\])-(\\x\{[^}]*\}|\\.|[^\]\\])/gu;

/** Estimates what a pattern costs. A text that is no pattern has a cost, too. */
export function patternCost(source: string): PatternCost {
  const isFolded = /\(\?[a-zA-Z-]*i/.test(source);
  const groups: number[] = [];
  let [steps, last, work] = [0, 0, source.length];
  const add = (size: number): void => {
    last = size;
    steps += size;
  };
  for (let at = 0; at < source.length;) {
    const rest = source.slice(at, at + 40);
    const char = source[at];
    let length = 1;
    if (char === '(') {
      groups.push(steps);
      steps = 0;
      [{ length } = { length: 1 }] = flags.exec(rest) ?? [];
      // Flags for the rest of the group are not a group of their own.
      if (source[at + length - 1] === ')' && length > 1) steps = groups.pop() ?? 0;
    } else if (char === ')') {
      const size = steps + 2;
      steps = groups.pop() ?? 0;
      add(size);
    } else if (char === '[') {
      length = classEnd(source, at) - at;
      work += workOf(source.slice(at, at + length), isFolded);
      add(1);
    } else if (char === '\\') {
      length = escapeLength(source, at);
      work += workOf(source.slice(at, at + length), isFolded);
      // A quotation: its last character is repeated by what follows.
      add(source[at + 1] === 'Q' ? length : 1);
    } else if (char === '{' && counts.test(rest)) {
      const [all = '', from = '', comma, to = ''] = counts.exec(rest) ?? [];
      length = all.length;
      const times = Math.max(1, Number(from) + (comma === undefined ? 0 : 1), Number(to));
      steps += last * (times - 1);
      last *= times;
    } else if (char === '*' || char === '+' || char === '?') {
      steps += 1;
      last += 1;
    } else add(1);
    at += length;
  }
  return { steps: groups.reduce((sum, outer) => sum + outer, steps), work };
}

/** The end of the class that begins at a bracket. */
function classEnd(source: string, begin: number): number {
  let at = begin + 1;
  if (source[at] === '^') at += 1;
  if (source[at] === ']') at += 1;
  while (at < source.length && source[at] !== ']') {
    if (source[at] === '\\') at += 2;
    else if (source.startsWith('[:', at) && source.indexOf(':]', at) > 0) at = source.indexOf(':]', at) + 2;
    else at += 1;
  }
  return Math.min(source.length, at + 1);
}

/** The length of an escape: of a quotation, a class with a long name, a code point, or two characters. */
function escapeLength(source: string, at: number): number {
  if (source[at + 1] === 'Q') {
    const end = source.indexOf('\\E', at + 2);
    return (end < 0 ? source.length : end + 2) - at;
  }
  const [named] = /^\\(?:[pPx]\{[^}]*\}|[pP].)/s.exec(source.slice(at)) ?? [];
  return Math.min(named?.length ?? 2, source.length - at);
}

/** The work of a class, or of an escape, beyond that of its characters. */
function workOf(text: string, isFolded: boolean): number {
  const unicode = [...text.matchAll(unicodeClass)].length * (isFolded ? foldedClassWork : classWork);
  const perl = [...text.matchAll(perlClass)].length * (isFolded ? 4 : 1);
  const ranges = isFolded
    ? [...text.matchAll(range)].reduce((sum, [, from, to]) => sum + rangeWork(from, to), 0)
    : 0;
  return unicode + perl + ranges;
}

function rangeWork(from = '', to = ''): number {
  if (from.startsWith('\\') || to.startsWith('\\')) return maxRangeWork;
  const width = (to.codePointAt(0) ?? 0) - (from.codePointAt(0) ?? 0);
  return Math.min(maxRangeWork, Math.max(0, width / codePointsPerWork));
}
