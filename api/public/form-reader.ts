import pTimeout from 'p-timeout';
import { coalesce } from '../../async/coalesce.ts';
import type { FormQueries, OwnedId } from '../../projections/read-models/forms/queries.ts';
import { ApiError } from '../errors/errors.ts';
import { formRecord } from './form-schemas.ts';

/** A form as it is answered. */
export interface ReadForm {
  readonly accountId: string;
  readonly revision: number;
  /** JSON, encoded once for concurrent requests. */
  readonly body: Buffer;
}

/** All that come later wait for a find: one on a dead connection must not hold them up for long. */
const findLimitMs = 2_000;

/** Nothing but the store can have failed. */
function unavailable(cause: unknown): never {
  throw new ApiError('unavailable', { cause });
}

/**
 * Reads single forms: those that are asked for while a find is under way share the next one, and what was found
 * is rendered once. Each is answered by a find that began after it was asked for, so that nothing is older than
 * it would be if each were read alone.
 * @returns null for a form that is not there, or is of another account: the work is the same
 */
export function openFormReader(forms: Pick<FormQueries, 'some'>) {
  const readTogether = coalesce<OwnedId, ReadForm | undefined>(async (_, wanted) => {
    const found = await pTimeout(forms.some(wanted), { milliseconds: findLimitMs }).catch(unavailable);
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
