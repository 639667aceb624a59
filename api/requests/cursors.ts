import { createHmac, timingSafeEqual } from 'node:crypto';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { Keyset } from '../../projections/queries/keyset.ts';
import { invalidRequest } from '../errors/errors.ts';

/** The scope of a cursor: the list, the account, and every filter. */
export type Binding = readonly (string | boolean | null)[];

export interface Cursors {
  issue(binding: Binding, place: Keyset): string;
  /** @throws ApiError `invalid_request` for a cursor of another list */
  read(binding: Binding, cursor: string): Keyset;
}

const payload = Compile(Type.Tuple([Type.String(), Type.String()]));

const sign = (key: Buffer, binding: Binding, place: string): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([binding, place]))
    .digest('base64url');

/**
 * Encodes positions in lists as signed tokens, and decodes them.
 * @param key signs new cursors
 * @param others further keys whose cursors are accepted
 */
export function openCursors(key: Buffer, others: readonly Buffer[] = []): Cursors {
  const keys = [key, ...others];

  function issue(binding: Binding, { at, id }: Keyset): string {
    const place = Buffer.from(JSON.stringify([at, id])).toString('base64url');
    return `${place}.${sign(key, binding, place)}`;
  }

  function read(binding: Binding, cursor: string): Keyset {
    const dot = cursor.indexOf('.');
    const place = cursor.slice(0, Math.max(0, dot));
    // Compared as text, because several texts decode to the same bytes.
    const given = Buffer.from(cursor.slice(dot + 1));
    const fits = keys.map((each) => {
      const right = Buffer.from(sign(each, binding, place));
      return given.length === right.length && timingSafeEqual(given, right);
    });
    if (!fits.includes(true)) throw unissued();
    const [at, id] = payload.Parse(JSON.parse(Buffer.from(place, 'base64url').toString('utf8')));
    return { at, id };
  }

  return { issue, read };
}

const unissued = () =>
  invalidRequest(
    'The cursor does not belong to this list.',
    [
      {
        path: '/cursor',
        code: 'invalid_format',
        message: 'Must be a next_cursor of the same list with the same filters.',
      },
    ],
    'query',
  );
