import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ApiError } from '../../../../api/errors/errors.ts';
import { addressOf } from '../../../../api/requests/requests.ts';
import { ProviderUnavailable } from '../../../../openid/errors.ts';
import type { OpenIdProvider } from '../../../../openid/provider.ts';
import type { WebDeps } from '../../../web-deps.ts';
import type { Routes } from '../../parts/routes.ts';
import { readSession } from '../../session/cookies.ts';
import { Next, pageOf } from '../../session/next-page.ts';
import { guardOf } from '../../session/sign-in-guard.ts';
import { openIdPath } from '../../session/sign-in-page.tsx';
import { visitorIn } from '../../session/visitor.ts';
import type { YouParts } from '../own-password.ts';
import { youPath } from '../you.tsx';
import { showAway } from './answers.tsx';
import { openAuthorizations, type Purpose } from './authorizations.ts';
import { beginLinkPath, callbackPath } from './paths.ts';

type Deps = Pick<WebDeps, 'logger' | 'now' | 'openid' | 'publicUrl' | 'sessionKeys' | 'spentTokens'>;

/** @throws ApiError `not_found` where the settings name no provider */
export function providerOf({ openid }: Pick<WebDeps, 'openid'>): OpenIdProvider {
  if (!openid) throw new ApiError('not_found');
  return openid;
}

/** The address that the provider sends people back to, which is registered there. */
export const redirectUriOf = (deps: Pick<WebDeps, 'publicUrl'>, request: FastifyRequest): string =>
  `${addressOf(deps, request)}${callbackPath}`;

/** The ways to the provider: to sign in, to accept an invitation, and to link an identity. */
export function beginRoutes(
  app: Routes,
  deps: Deps,
  { rates, sessions }: Pick<YouParts, 'rates' | 'sessions'>,
): void {
  const authorizations = openAuthorizations(deps);

  async function begin(request: FastifyRequest, reply: FastifyReply, purpose: Purpose) {
    const provider = providerOf(deps);
    const begun = await provider.begin(redirectUriOf(deps, request)).catch((error: unknown) => {
      if (!(error instanceof ProviderUnavailable)) throw error;
      deps.logger.warn({ reason: error.message }, 'the OpenID provider is not available');
      return null;
    });
    if (!begun) return showAway(reply, provider.label);
    const { url, authorization } = begun;
    const session = await sessions.of(readSession(request));
    authorizations.keep(request, reply, { authorization, purpose, session });
    return reply.redirect(url, 303);
  }

  app.get(
    openIdPath,
    {
      config: { isPublic: true },
      schema: {
        querystring: Type.Object({
          next: Next,
          invitation: Type.Optional(Type.String({ maxLength: 4_096 })),
        }),
      },
      onRequest: guardOf(rates),
    },
    async (request, reply) => {
      const { next, invitation: link } = request.query;
      // Another site must not sign people in without their wish.
      if (isFromElsewhere(request)) return reply.redirect('/console/sign-in', 303);
      if (link !== undefined) return begin(request, reply, { kind: 'invitation', link });
      if (request.visitor) return reply.redirect(pageOf(next), 303);
      return begin(request, reply, { kind: 'sign-in', next: pageOf(next) });
    },
  );

  app.get(beginLinkPath, async (request, reply) => {
    const { person } = visitorIn(request);
    if (!person || isFromElsewhere(request)) return reply.redirect(youPath, 303);
    return begin(request, reply, { kind: 'link', personId: person.personId });
  });
}

const isFromElsewhere = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] === 'cross-site' || headers['sec-fetch-site'] === 'same-site';
