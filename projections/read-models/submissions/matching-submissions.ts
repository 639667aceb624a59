import type { Filter } from 'mongodb';
import { type Search, searchFor } from '../../../domain/submission/search/words.ts';
import type { FormDefinitions } from '../../../log/form-definitions.ts';
import type { CollectionOf, Stored } from '../../collections.ts';
import { hinted } from '../../queries/hinted.ts';
import { type Keyset, olderThan, within } from '../../queries/keyset.ts';
import { mostFound, openCandidates } from './candidates.ts';
import { type SubmissionDocument, submissionIndexes } from './document.ts';
import { ofProgress, type SubmissionFilter } from './listed-submissions.ts';
import { openPresentTitles } from './present-titles.ts';
import { submissions } from './projection.ts';
import { conditionOf, type Term, termsOf } from './search-terms.ts';
import { type Effort, type MatchingPage, verifiedMatches } from './verified-matches.ts';

/** Where a submission comes from. */
export const submissionOrigins = ['form', 'api', 'import'] as const;
export type SubmissionOrigin = (typeof submissionOrigins)[number];

/** The sources by which a list is filtered. */
export const originChoices = [...submissionOrigins, 'api_or_import'] as const;
export type OriginChoice = (typeof originChoices)[number];

/** So many submissions in the order of time mostly fill a page with a word that is common. */
const firstLookedAt = 200;
/** A search for a few submissions may look through many: the database answers with so many at a time at least. */
const leastBatch = 100;
/** One call has the database look at so many submissions in the order of time, in these steps. */
const lookedAt = [firstLookedAt, 1_800] as const;

/** What one call reads in the order of time, and what it reads of the submissions that the index finds. */
const ofTime: Effort = { submissions: 400, characters: 2_000_000 };
const ofCandidates: Effort = { submissions: 500, characters: 2_000_000 };

export interface MatchingRequest extends SubmissionFilter {
  readonly origin?: OriginChoice | undefined;
  /** The version of the form that was answered: the version, and the revisions from the first (included) to the last (excluded). */
  readonly version?: { readonly number: number; readonly from: number; readonly before: number } | undefined;
  /** Words of the answers. */
  readonly search?: string | undefined;
}

export interface SearchedPage extends MatchingPage {
  /**
   * The time of the oldest submission that was searched in all of its answers, if older ones were searched in the words of the index
   * alone; otherwise null.
   */
  readonly longAnswersBackTo: string | null;
}

export interface MatchingQueries {
  /**
   * Lists the submissions of an account or a form that satisfy conditions that no index has, and have words, newest first. `form_title`
   * is the form's present title. A call looks at a limited number of submissions, so a page may have few items or none, and yet a next
   * page. The words of the answers to one form are found through an index. Of submissions with many words it has the first; all their
   * words are searched in the newest of them.
   * @throws LogUnavailable
   */
  matching(accountId: string, request: MatchingRequest): Promise<SearchedPage>;
}

/** The conditions that the database checks for each submission. */
function checked({ origin, version }: MatchingRequest) {
  const { number = 0, from = 0, before = 0 } = version ?? {};
  return {
    ...(origin === 'import' && { imported_at: { $exists: true } }),
    // Of imported submissions, too, the API is the source.
    ...(origin === 'api_or_import' && { source: 'api' as const }),
    ...((origin === 'form' || origin === 'api') && { source: origin, imported_at: { $exists: false } }),
    ...(version && {
      $or: [{ form_revision: { $gte: from, $lt: before } }, { 'form_definition.version': number }],
    }),
  };
}

/** @param definitions the forms as they were answered */
export function matchingQueries(collectionOf: CollectionOf, definitions: FormDefinitions): MatchingQueries {
  const collection = collectionOf(submissions);
  const candidates = openCandidates(collection);
  const presentTitles = openPresentTitles(collectionOf);

  const filtered = (accountId: string, { formId, since, until, ...filter }: MatchingRequest) => ({
    account_id: accountId,
    ...(formId !== undefined && { form_id: formId }),
    ...ofProgress(filter),
    ...within('submitted_at', since, until),
  });

  const hintFor = ({ formId }: MatchingRequest, isHinted: boolean) =>
    isHinted ? { hint: formId === undefined ? submissionIndexes.ofAccount : submissionIndexes.ofForm } : {};

  /** The last of so many submissions in the order of time; null if no more are left. */
  async function edgeOf(
    accountId: string,
    request: MatchingRequest,
    count: number,
    isHinted: boolean,
  ): Promise<Keyset | null> {
    const [last, older] = await collection
      .find(
        { $and: [filtered(accountId, request), olderThan('submitted_at', request.after)] },
        hintFor(request, isHinted),
      )
      .sort({ submitted_at: -1, _id: -1 })
      .skip(count - 1)
      .limit(2)
      .project<Stored<Pick<SubmissionDocument, 'submitted_at'>>>({ submitted_at: 1 })
      .toArray();
    return last && older ? { at: last.submitted_at, id: last._id } : null;
  }

  /** Reads the submissions that satisfy conditions, the newest first. @param edge the last that the database looks at */
  async function* inOrderTo(
    edge: Keyset | null,
    accountId: string,
    request: MatchingRequest,
    conditions: readonly Filter<Stored<SubmissionDocument>>[],
    isHinted: boolean,
  ): AsyncGenerator<Stored<SubmissionDocument>> {
    const cursor = collection
      .find(
        {
          $and: [
            filtered(accountId, request),
            olderThan('submitted_at', request.after),
            ...(edge ? [{ submitted_at: { $gte: edge.at } }] : []),
            ...conditions,
          ],
        },
        hintFor(request, isHinted),
      )
      .sort({ submitted_at: -1, _id: -1 })
      .batchSize(Math.max(request.limit + 1, leastBatch));
    for await (const doc of cursor) {
      if (edge && doc.submitted_at === edge.at && doc._id < edge.id) return;
      yield doc;
    }
  }

  interface InOrder {
    readonly search: Search | null;
    /** Terms of the search that the database checks. */
    readonly terms: readonly Term[];
    readonly isHinted: boolean;
    /** At how many submissions the database looks, step by step until the page is full. */
    readonly steps: readonly number[];
  }

  /** Looks through submissions in the order of time. */
  async function inOrder(
    accountId: string,
    request: MatchingRequest,
    { search, terms, isHinted, steps }: InOrder,
  ): Promise<SearchedPage> {
    const conditions = [checked(request), ...terms.map(conditionOf)].filter(
      (condition) => Object.keys(condition).length > 0,
    );
    let edge: Keyset | null = null;
    async function* documents(): AsyncGenerator<Stored<SubmissionDocument>> {
      let from = request;
      for (const count of steps) {
        edge = conditions.length > 0 ? await edgeOf(accountId, from, count, isHinted) : null;
        yield* inOrderTo(edge, accountId, from, conditions, isHinted);
        if (edge === null) return;
        from = { ...request, after: edge };
      }
    }
    const { limit } = request;
    const reading = { definitions, search, limit, effort: ofTime, edge: () => edge };
    return { ...(await verifiedMatches(documents(), reading)), longAnswersBackTo: null };
  }

  /**
   * Searches the answers to one form. A word in few submissions is found through the index. Any other may fill a page with the newest
   * submissions, which is faster than to count the submissions that have it.
   */
  async function searched(
    accountId: string,
    formId: string,
    request: MatchingRequest,
    search: Search,
  ): Promise<SearchedPage> {
    const terms = termsOf(search.words, await definitions.offeredOptions(formId));
    const ways = { search, terms, isHinted: true };
    // No index tells which submissions have such words.
    if (terms.every((term) => term.conditions === null))
      return inOrder(accountId, request, { ...ways, steps: lookedAt });
    let word = await candidates.rareWord(formId, terms, firstLookedAt);
    if (word === null) {
      const newest = await inOrder(accountId, request, { ...ways, steps: [firstLookedAt] });
      if (newest.lookedBackTo === null) return newest;
      word = await candidates.rareWord(formId, terms, mostFound);
    }
    if (word === null) return inOrder(accountId, request, { ...ways, steps: lookedAt });
    const conditions = [filtered(accountId, request), checked(request)];
    const { after, limit } = request;
    const some = await candidates.find({
      formId,
      terms,
      word,
      conditions,
      after,
      mostRead: ofCandidates.submissions,
    });
    const reading = { definitions, search, limit, effort: ofCandidates, edge: () => some.edge };
    const page = await verifiedMatches(candidates.read(some.keys), reading);
    const { longAnswersBackTo } = some;
    const isReached = longAnswersBackTo !== null && (page.next === null || page.next.at <= longAnswersBackTo);
    return { ...page, longAnswersBackTo: isReached ? longAnswersBackTo : null };
  }

  async function withPresentTitles(page: SearchedPage): Promise<SearchedPage> {
    const titles = await presentTitles(page.items);
    const items = page.items.map((item) => ({
      ...item,
      form_title: titles.get(item.form_id) ?? item.form_title,
    }));
    return { ...page, items };
  }

  return {
    async matching(accountId, request) {
      const { formId } = request;
      const asked = searchFor(request.search ?? '');
      const search = asked.words.length > 0 ? asked : null;
      // Without its index, which an earlier version of the model lacks, a search goes through the submissions in the order of time.
      const page = await hinted((isHinted) =>
        search && formId !== undefined && isHinted
          ? searched(accountId, formId, request, search)
          : inOrder(accountId, request, { search, terms: [], isHinted, steps: lookedAt }),
      );
      return withPresentTitles(page);
    },
  };
}
