import { MongoServerError } from 'mongodb';

const badValue = 2;

/**
 * Runs a query with an index hint, and without it if that index does not exist: while a new version of a
 * model is being built, readers use the previous version, which may have other indexes.
 * @param ask runs the query; its argument says whether to set the hint
 */
export async function hinted<T>(ask: (isHinted: boolean) => Promise<T>): Promise<T> {
  try {
    return await ask(true);
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === badValue && /\bhint\b/.test(error.message)))
      throw error;
    return ask(false);
  }
}
