import type { Actor } from '../event.ts';

/** The kinds of things that sentences name. */
export const subjectKinds = [
  'account',
  'form',
  'submission',
  'destination',
  'delivery',
  'recovery',
  'key',
  'person',
] as const;
export type SubjectKind = (typeof subjectKinds)[number];

/** A thing in a sentence. Readers see its name of the time, and its id where the log holds no name. */
export interface Subject {
  readonly kind: SubjectKind;
  readonly id: string;
}

/** The person or part of the service that caused an event, with which its sentence begins. */
export interface Author {
  readonly kind: 'author';
  readonly actor: Actor;
}

export type Part = string | Subject | Author;

/** A sentence as texts and the things that they name, so that pages can link them. */
export type Sentence = readonly Part[];

export const subject = (kind: SubjectKind, id: string): Subject => ({ kind, id });

type Said = Part | Sentence | number;

const isSentence = (said: Said): said is Sentence => Array.isArray(said);

const partsOf = (said: Said): readonly Part[] => {
  if (typeof said === 'number') return [String(said)];
  return isSentence(said) ? said : [said];
};

/** Joins texts, things and parts of sentences, as a template literal. */
export const say = (texts: TemplateStringsArray, ...said: readonly Said[]): Sentence =>
  texts.flatMap((text, index) => {
    const next = said[index];
    return [...(text === '' ? [] : [text]), ...(next === undefined ? [] : partsOf(next))];
  });

/** Joins the members of a list: `a, b and c`. */
export function listed(members: readonly Said[]): Sentence {
  const last = members.length - 1;
  return members.flatMap((member, index) => [
    ...(index === 0 ? [] : [index === last ? ' and ' : ', ']),
    ...partsOf(member),
  ]);
}

/** A text in quotation marks, in one line. */
export const quoted = (text: string): string => `“${text.replace(/\s+/g, ' ').trim()}”`;

/** A moment for a sentence, such as `2026-01-31 12:00:05 UTC`. */
export const moment = (at: string): string =>
  `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
