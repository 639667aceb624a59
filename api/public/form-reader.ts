import { coalesce } from '../../async/coalesce.ts';
import { timeLimit } from '../../async/time-limit.ts';
import type { FormQueries, OwnedId } from '../../projections/read-models/forms/queries.ts';
import { ApiError } from '../errors/errors.ts';
import { formRecord } from '../responses/forms.ts';

/** A rendered form. */
export interface ReadForm {
  readonly accountId: string;
  readonly revision: number;
  /** JSON, encoded once for concurrent requests. */
  readonly body: Buffer;
}

/** Limits a find on a dead connection, because later requests wait for it. */
const findLimitMs = 2_000;

/** Every failure of a find is a failure of the store. */
function unavailable(cause: unknown): never {
  throw new ApiError('unavailable', { cause });
}

const late = (): never => unavailable(new Error(`the forms were not found within ${findLimitMs} ms`));

/**
 * Reads single forms in batches: requests that arrive during a find share the next find, and each form found
 * is rendered once. Every request gets the result of a find that began after its arrival, so no answer is older than
 * that of a separate read.
 * @returns null for a form that does not exist or belongs to another account; both take the same work
 */
export function openFormReader(forms: Pick<FormQueries, 'some'>) {
  const readTogether = coalesce<OwnedId, ReadForm | undefined>(async (_, wanted) => {
    const found = await timeLimit(forms.some(wanted).catch(unavailable), findLimitMs, late);
    const rendered = new Map(
      found.map((form) => {
        const { id, account_id: accountId, revision } = form;
        return [id, { accountId, revision, body: Buffer.from(JSON.stringify(formRecord(form))) }];
      }),
    );
    return ({ id }) => rendered.get(id);
  });
  return async (accountId: string, id: string): Promise<ReadForm | null> => {
    const form = await readTogether('forms', { id, accountId });
    return form?.accountId === accountId ? form : null;
  };
}
