import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { Rates } from '../../api/limits/rates.ts';
import { openSecretBox } from '../../commands/secret-box.ts';
import { SealedSecret } from '../../domain/destination/events.ts';
import { randomBase62 } from '../../log/ids.ts';
import type { WebDeps } from '../web-deps.ts';

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

const ReturnedPage = Type.Object({ formId: Type.String(), status: Type.Integer(), html: Type.String() });
export type ReturnedPage = Static<typeof ReturnedPage>;

/** A larger page is sent as the answer itself, in bytes once packed. */
const maxBytes = 64 * 1_024;
const purpose = 'returned page';
const idLength = 32;

/** Whether a person sent the form from a page, as browsers say. Programs get the page as the answer itself. */
const isNavigation = ({ method, headers }: FastifyRequest): boolean =>
  method === 'POST' &&
  headers['sec-fetch-mode'] === 'navigate' &&
  ['document', 'iframe'].includes(String(headers['sec-fetch-dest']));

/**
 * Gives the pages that answer a sending an address of their own, as long as "back" and "reload" may need them. The store has them
 * sealed.
 */
export function openPageReturns(
  { returnedPages, sessionKeys }: Pick<WebDeps, 'returnedPages' | 'sessionKeys'>,
  rates: Pick<Rates, 'mayKeepPage'>,
) {
  const [key, ...others] = sessionKeys;
  const box = openSecretBox(key, others);
  return {
    /** Returns the address of the page; null if it is to be the answer itself. */
    async addressOf(request: FastifyRequest, page: ReturnedPage): Promise<string | null> {
      if (!isNavigation(request) || !rates.mayKeepPage(request.ip)) return null;
      const packed = await pack(JSON.stringify(page));
      if (packed.length > maxBytes) return null;
      const id = randomBase62(idLength);
      try {
        const sealed = JSON.stringify(box.seal(packed.toString('base64'), purpose));
        await returnedPages.keep(id, sealed, page.formId);
      } catch {
        return null;
      }
      return `/f/${page.formId}/returned/${id}`;
    },
    /** Returns a page of a form; null if it is not there any more. */
    async find(formId: string, id: string): Promise<ReturnedPage | null> {
      const sealed = await returnedPages.find(id);
      if (sealed === null) return null;
      const packed = box.open(Value.Parse(SealedSecret, JSON.parse(sealed)), purpose);
      const page = Value.Parse(
        ReturnedPage,
        JSON.parse((await unpack(Buffer.from(packed, 'base64'))).toString()),
      );
      return page.formId === formId ? page : null;
    },
  };
}

export type PageReturns = ReturnType<typeof openPageReturns>;
