import { Numbers } from './numbers.ts';

/** A text that was given, with the submission that it is part of. */
export interface GivenText {
  /** The id of the submission. */
  readonly id: string;
  /** When it was submitted, ISO 8601. */
  readonly at: string;
  readonly text: string;
}

/**
 * What is counted of the answers to one question, whatever its kind: `count-answer.ts` decides what is counted under which names,
 * and `figures.ts` what is shown of it. Tallies of parts merge into the tally of the whole.
 */
export interface Tally {
  /** The submissions to versions of the form that have the question. */
  asked: number;
  answered: number;
  /** How often each name was given, by group and name. */
  readonly counts: Map<string, Map<string, number>>;
  /** The numbers that were given, by their unit. */
  readonly numbers: Map<string, Numbers>;
  /** The latest texts, newest first. */
  readonly latest: GivenText[];
  /** The characters that further names may have. */
  room: number;
  /** Whether a name was left out, because there was no room for another one. */
  isCapped: boolean;
}

/** So many texts are kept. */
const keptTexts = 5;

/** What a name takes beside its characters. */
const nameSize = 50;

/** @param room the size of all names, in characters; the counts of names beyond it are not kept */
export const emptyTally = (room = Infinity): Tally => ({
  asked: 0,
  answered: 0,
  counts: new Map(),
  numbers: new Map(),
  latest: [],
  room,
  isCapped: false,
});

/** Counts a name in a group. */
export function count(tally: Tally, group: string, name: string, by = 1): void {
  let names = tally.counts.get(group);
  if (!names) tally.counts.set(group, (names = new Map<string, number>()));
  const known = names.get(name);
  if (known === undefined) {
    const size = name.length + nameSize;
    if (size > tally.room) {
      tally.isCapped = true;
      return;
    }
    tally.room -= size;
  }
  names.set(name, (known ?? 0) + by);
}

export function addNumber(tally: Tally, unit: string, value: number): void {
  let numbers = tally.numbers.get(unit);
  if (!numbers) tally.numbers.set(unit, (numbers = new Numbers()));
  numbers.add(value);
}

/** Keeps a text if it is one of the latest. @param textOf is asked only for such a text */
export function addText({ latest }: Tally, submission: Omit<GivenText, 'text'>, textOf: () => string): void {
  let place = latest.length;
  for (let before = latest[place - 1]; before && isNewer(submission, before); before = latest[place - 1])
    place--;
  if (place >= keptTexts) return;
  const { id, at } = submission;
  latest.splice(place, 0, { id, at, text: textOf() });
  if (latest.length > keptTexts) latest.pop();
}

const isNewer = (one: Omit<GivenText, 'text'>, other: Omit<GivenText, 'text'>): boolean =>
  one.at === other.at ? one.id > other.id : one.at > other.at;

/** Adds what was counted of other answers to the same question. */
export function merge(tally: Tally, other: Tally): void {
  tally.asked += other.asked;
  tally.answered += other.answered;
  for (const [group, names] of other.counts)
    for (const [name, times] of names) count(tally, group, name, times);
  for (const [unit, numbers] of other.numbers) {
    const known = tally.numbers.get(unit) ?? new Numbers();
    tally.numbers.set(unit, known);
    known.merge(numbers);
  }
  for (const text of other.latest) addText(tally, text, () => text.text);
  tally.isCapped ||= other.isCapped;
}
