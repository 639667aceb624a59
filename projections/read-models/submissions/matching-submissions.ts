import { openTurns } from '../../../async/turns.ts';
import type { FormDefinitions } from '../../../log/form-definitions.ts';
import type { CollectionOf, Stored } from '../../collections.ts';
import { hinted } from '../../queries/hinted.ts';
import { type Keyset, olderThan, type Page, view, within } from '../../queries/keyset.ts';
import { type SubmissionDocument, submissionIndexes } from './document.ts';
import { type SubmissionView, withDisplay } from './labelled-submissions.ts';
import { ofProgress, type SubmissionFilter } from './listed-submissions.ts';
import { submissions } from './projection.ts';

/** Where a submission comes from. */
export const submissionOrigins = ['form', 'api', 'import'] as const;
export type SubmissionOrigin = (typeof submissionOrigins)[number];

/** One call has the database look at so many submissions, and reads the answers of so many, or of about so many characters. */
const atMost = { submissions: 2_000, answered: 400, characters: 2_000_000 };

export interface MatchingRequest extends SubmissionFilter {
  readonly origin?: SubmissionOrigin | undefined;
  /** The version of the form that was answered: the version, and the revisions from the first (included) to the last (excluded). */
  readonly version?: { readonly number: number; readonly from: number; readonly before: number } | undefined;
  /** Whether a submission is listed, by its answers as people saw them. */
  readonly matches?: ((submission: SubmissionView) => boolean) | undefined;
}

export interface MatchingPage extends Page<SubmissionView> {
  /** The time of the oldest submission that was looked at, if there are older ones and the page is not full; otherwise null. */
  readonly lookedBackTo: string | null;
}

export interface MatchingQueries {
  /**
   * Lists the submissions of an account or a form that satisfy conditions that no index has, newest first. A call looks at a limited
   * number of submissions, so a page may have few items or none, and yet a next page.
   */
  matching(accountId: string, request: MatchingRequest): Promise<MatchingPage>;
}

/** The conditions that the database checks for each submission. */
function checked({ origin, version }: MatchingRequest) {
  const { number = 0, from = 0, before = 0 } = version ?? {};
  return {
    ...(origin === 'import' && { imported_at: { $exists: true } }),
    ...(origin !== undefined && origin !== 'import' && { source: origin, imported_at: { $exists: false } }),
    ...(version && {
      $or: [{ form_revision: { $gte: from, $lt: before } }, { 'form_definition.version': number }],
    }),
  };
}

const lengthOf = ({ answers }: Pick<SubmissionDocument, 'answers'>): number =>
  answers.reduce((sum: number, answer) => sum + (typeof answer === 'string' ? answer.length : 50), 0);

const keysetOf = ({ submitted_at: at, id }: Pick<SubmissionView, 'submitted_at' | 'id'>): Keyset => ({
  at,
  id,
});

/** @param definitions the forms as they were answered */
export function matchingQueries(collectionOf: CollectionOf, definitions: FormDefinitions): MatchingQueries {
  const collection = collectionOf(submissions);

  const indexed = (accountId: string, { formId, since, until, after, ...filter }: MatchingRequest) => [
    {
      account_id: accountId,
      ...(formId !== undefined && { form_id: formId }),
      ...ofProgress(filter),
      ...within('submitted_at', since, until),
    },
    olderThan('submitted_at', after),
  ];

  const hintFor = ({ formId }: MatchingRequest, isHinted: boolean) =>
    isHinted ? { hint: formId === undefined ? submissionIndexes.ofAccount : submissionIndexes.ofForm } : {};

  /** The last submission at which one call has the database look; null if it looks at all that are left. */
  async function edgeOf(
    accountId: string,
    request: MatchingRequest,
    isHinted: boolean,
  ): Promise<Keyset | null> {
    if (request.origin === undefined && request.version === undefined) return null;
    const found = await collection
      .find({ $and: indexed(accountId, request) }, hintFor(request, isHinted))
      .sort({ submitted_at: -1, _id: -1 })
      .skip(atMost.submissions - 1)
      .limit(2)
      .project<Stored<Pick<SubmissionDocument, 'submitted_at'>>>({ submitted_at: 1 })
      .toArray();
    const [last, ...older] = found;
    return last && older.length > 0 ? keysetOf(view(last)) : null;
  }

  async function matching(
    accountId: string,
    request: MatchingRequest,
    isHinted: boolean,
  ): Promise<MatchingPage> {
    const { limit, matches = () => true } = request;
    const edge = await edgeOf(accountId, request, isHinted);
    const conditions = [
      ...indexed(accountId, request),
      ...(edge ? [{ submitted_at: { $gte: edge.at } }] : []),
      checked(request),
    ];
    const cursor = collection
      .find({ $and: conditions }, hintFor(request, isHinted))
      .sort({ submitted_at: -1, _id: -1 })
      .batchSize(request.matches ? 200 : limit + 1);
    const found: SubmissionView[] = [];
    const turns = openTurns();
    let [answered, characters] = [0, 0];
    let last: SubmissionView | null = null;
    for await (const doc of cursor) {
      if (edge && doc.submitted_at === edge.at && doc._id < edge.id) break;
      if (last && (answered >= atMost.answered || characters >= atMost.characters))
        return { items: found, next: keysetOf(last), lookedBackTo: last.submitted_at };
      const submission: SubmissionView = await withDisplay(definitions, view(doc));
      if (matches(submission)) {
        const end = found.at(-1);
        if (end && found.length === limit) return { items: found, next: keysetOf(end), lookedBackTo: null };
        found.push(submission);
      }
      answered += 1;
      characters += lengthOf(doc);
      last = submission;
      if (turns.isOver()) await turns.next();
    }
    return { items: found, next: edge, lookedBackTo: edge?.at ?? null };
  }

  return {
    matching: (accountId, request) => hinted((isHinted) => matching(accountId, request, isHinted)),
  };
}
