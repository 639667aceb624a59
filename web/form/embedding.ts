import type { FastifyPluginAsync } from 'fastify';
import { account } from '../../domain/account/decider.ts';
import { isOrigin } from '../../domain/account/embedding.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { embedScript } from '../assets/assets.ts';
import { framedBy } from '../page-headers.ts';
import type { WebDeps } from '../web-deps.ts';

/** A change of the setting takes effect within this time, in ms. */
const maxAgeMs = 1_000;

/** The headers with which pages of the account's sites, by default of all, may show its forms in a frame. */
export async function framing(
  { aggregates }: Pick<WebDeps, 'aggregates'>,
  accountId: string,
): Promise<Readonly<Record<string, string>>> {
  const { state } = await aggregates.loadAhead(account, streamOf.account(accountId), maxAgeMs);
  const origins = state.exists ? state.embedOrigins : null;
  // Earlier releases accepted more as an origin.
  return framedBy(origins === null ? ['*'] : ["'self'", ...origins.filter(isOrigin)]);
}

/** The script that puts a form into a page of another site. Its address stays the same, so that it is kept for minutes. */
export const embedRoutes: FastifyPluginAsync = async (app) => {
  app.get('/embed.js', async (_, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'cache-control': 'public, max-age=300', 'cross-origin-resource-policy': 'cross-origin' })
      .send(embedScript),
  );
};
