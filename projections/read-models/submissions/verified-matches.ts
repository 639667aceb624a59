import { openTurns } from '../../../async/turns.ts';
import { textsOf } from '../../../domain/submission/search/answer-texts.ts';
import type { Search } from '../../../domain/submission/search/words.ts';
import type { FormDefinitions } from '../../../log/form-definitions.ts';
import type { Stored } from '../../collections.ts';
import { type Keyset, type Page, view } from '../../queries/keyset.ts';
import type { SubmissionDocument } from './document.ts';
import { type SubmissionView, withDisplay, withRawAnswers } from './labelled-submissions.ts';

/** How much one call reads: answers of so many submissions, or of about so many characters. */
export interface Effort {
  readonly submissions: number;
  readonly characters: number;
}

export interface MatchingPage extends Page<SubmissionView> {
  /** The time of the oldest submission that was looked at, if there are older ones and the page is not full; otherwise null. */
  readonly lookedBackTo: string | null;
}

const lengthOf = ({ answers }: Pick<SubmissionDocument, 'answers'>): number =>
  answers.reduce((sum: number, answer) => sum + (typeof answer === 'string' ? answer.length : 50), 0);

const keysetOf = ({ submitted_at: at, id }: Pick<SubmissionView, 'submitted_at' | 'id'>): Keyset => ({
  at,
  id,
});

interface Reading {
  readonly definitions: FormDefinitions;
  /** Null to take every submission. */
  readonly search: Search | null;
  readonly limit: number;
  readonly effort: Effort;
  /** Returns, once all documents are read, the last submission that was looked at, if there are older ones; otherwise null. */
  readonly edge: () => Keyset | null;
}

/** Reads submissions, newest first, until a page of those that a search finds is full. @throws LogUnavailable */
export async function verifiedMatches(
  documents: AsyncIterable<Stored<SubmissionDocument>>,
  { definitions, search, limit, effort, edge }: Reading,
): Promise<MatchingPage> {
  const found: SubmissionView[] = [];
  const turns = openTurns();
  let [submissions, characters] = [0, 0];
  let last: Stored<SubmissionDocument> | null = null;
  for await (const doc of documents) {
    if (last && (submissions >= effort.submissions || characters >= effort.characters))
      return { items: found, next: { at: last.submitted_at, id: last._id }, lookedBackTo: last.submitted_at };
    if (await isMatch(doc)) {
      const end = found.at(-1);
      if (end && found.length === limit) return { items: found, next: keysetOf(end), lookedBackTo: null };
      found.push(await withDisplay(definitions, view(doc)));
    }
    submissions += 1;
    characters += lengthOf(doc);
    last = doc;
    if (turns.isOver()) await turns.next();
  }
  const end = edge();
  return { items: found, next: end, lookedBackTo: end?.at ?? null };

  async function isMatch(doc: Stored<SubmissionDocument>): Promise<boolean> {
    if (search === null) return true;
    const { questions, values } = await withRawAnswers(definitions, doc);
    const look = search.lookThrough(textsOf({ questions, values, e164: doc.e164 }));
    for (;;) {
      const { done, value } = look.next();
      if (done) return value;
      if (turns.isOver()) await turns.next();
    }
  }
}
