import { MongoNetworkTimeoutError } from 'mongodb';
import { coalesce } from '../../../async/coalesce.ts';
import { timeLimit } from '../../../async/time-limit.ts';
import type { CollectionOf } from '../../collections.ts';
import { type FormDocument, forms } from '../forms/projection.ts';

type Titles = ReadonlyMap<string, string>;
type OfForm = Readonly<{ form_id: string }>;

/** Limits a find on a dead connection, because later requests wait for it. */
const findLimitMs = 2_000;

function giveUp(): never {
  throw new MongoNetworkTimeoutError(`the titles of forms were not found within ${findLimitMs} ms`);
}

/**
 * Reads the present titles of the forms of some submissions, so that a changed title does not touch the submissions.
 * Requests that arrive during a find share the next one.
 * @returns titles by form id, without forms that the read model does not hold
 */
export function openPresentTitles(
  collectionOf: CollectionOf,
): (submissions: readonly OfForm[]) => Promise<Titles> {
  const collection = collectionOf(forms);
  const readTogether = coalesce<readonly string[], Titles>(async (_, requested) => {
    const found = collection
      .find({ _id: { $in: [...new Set(requested.flat())] } })
      .project<{ _id: string } & Pick<FormDocument, 'title'>>({ title: 1 });
    const documents = await timeLimit(found.toArray(), findLimitMs, giveUp);
    const titles: Titles = new Map(documents.map(({ _id, title }) => [_id, title]));
    return () => titles;
  });
  return async (submissions) => {
    const ids = [...new Set(submissions.map(({ form_id }) => form_id))];
    return ids.length === 0 ? new Map() : readTogether('titles', ids);
  };
}
