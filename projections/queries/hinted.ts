import { MongoServerError } from 'mongodb';

const badValue = 2;

/**
 * Asks by a certain index, or by whichever there is where that one does not exist: while a new version of a model is built,
 * the version before it is asked, which may have other indexes.
 * @param ask given true to name the index
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
