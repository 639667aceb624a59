import type { FastifyReply, FastifyRequest } from 'fastify';
import { valueOf } from '../../../../api/errors/errors.ts';
import { personWithEmail } from '../../../../commands/person/find-person.ts';
import { emailIn } from '../../../../commands/person/login-name.ts';
import type { Result } from '../../../../domain/result.ts';
import { ProviderUnavailable, SignInRefused } from '../../../../openid/errors.ts';
import type { ProvidedPerson } from '../../../../openid/provider.ts';
import type { WebDeps } from '../../../web-deps.ts';
import type { Routes } from '../../parts/routes.ts';
import { trySignInMember } from '../../session/member-session.ts';
import { guardOf } from '../../session/sign-in-guard.ts';
import { showInvitationOver } from '../invitation.tsx';
import type { YouParts } from '../own-password.ts';
import { accept } from './accept.ts';
import {
  continueTo,
  showAddressTaken,
  showAway,
  showDeclined,
  showNoAddress,
  showNoRole,
  showOver,
  showUnproved,
} from './answers.tsx';
import { openAuthorizations, type Pending } from './authorizations.ts';
import { providerOf, redirectUriOf } from './begin.ts';
import { enter, type Entrance, type Hindrance } from './enter.ts';
import { callbackPath, linkPath } from './paths.ts';
import { openUnlinked } from './unlinked-identities.ts';

type Deps = Pick<
  WebDeps,
  'aggregates' | 'log' | 'logger' | 'newId' | 'now' | 'openid' | 'publicUrl' | 'sessionKeys' | 'spentTokens'
>;

/** The answer of the provider, which a browser brings. */
export function callbackRoute(app: Routes, deps: Deps, { rates, links, sessions }: YouParts): void {
  const authorizations = openAuthorizations(deps);
  const unlinked = openUnlinked(deps);

  /** Asks the provider for the person of its answer; null once a page says why there is none. */
  async function exchange(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: URL,
    { authorization }: Pending,
  ): Promise<ProvidedPerson | null> {
    const provider = providerOf(deps);
    try {
      return await provider.finish(answer, authorization);
    } catch (error) {
      if (error instanceof ProviderUnavailable) {
        deps.logger.warn({ reason: error.message }, 'the OpenID provider is not available');
        showAway(reply, provider.label);
        return null;
      }
      if (!(error instanceof SignInRefused)) throw error;
      rates.countAddress(reply, request.ip);
      deps.logger.warn({ reason: error.message }, 'a sign-in with the OpenID provider was refused');
      if (error.isDeclined) showDeclined(reply, provider.label);
      else showUnproved(reply, provider.label);
      return null;
    }
  }

  /** Begins the session of a person who may enter, and tells the others why they may not. */
  async function conclude(
    request: FastifyRequest,
    reply: FastifyReply,
    { identity, role, email: given }: ProvidedPerson,
    entered: Result<Entrance, Hindrance | 'over'>,
    { next, session }: { readonly next: string; readonly session: Pending['session'] },
  ) {
    const { label } = providerOf(deps);
    if (entered.ok) {
      const proved = { ...entered.value, method: 'openid', formerSession: session } as const;
      valueOf(await trySignInMember(deps, sessions, request, reply, proved));
      return continueTo(reply, next);
    }
    if (entered.error !== 'address-taken') return explain(reply, label, entered.error);
    const email = emailIn(given ?? '') ?? '';
    const holder = await personWithEmail(deps, email);
    if (!holder) return showOver(reply);
    unlinked.keep(request, reply, { identity, name: email, role, personId: holder.personId });
    return showAddressTaken(reply, { label, email, linkPath });
  }

  app.get(callbackPath, { config: { isPublic: true }, onRequest: guardOf(rates) }, async (request, reply) => {
    providerOf(deps);
    const answer = new URL(redirectUriOf(deps, request));
    answer.search = new URL(request.url, answer).search;
    const state = answer.searchParams.get('state') ?? '';
    const pending = await authorizations.take(request, reply, state);
    if (!pending) {
      rates.countAddress(reply, request.ip);
      return showOver(reply);
    }
    const provided = await exchange(request, reply, answer, pending);
    if (!provided) return reply;
    const { purpose, session } = pending;
    if (purpose.kind === 'sign-in') {
      const entered = await enter(deps, providerOf(deps), request, provided);
      return conclude(request, reply, provided, entered, { next: purpose.next, session });
    }
    if (purpose.kind === 'invitation') {
      const { link } = purpose;
      const entered = await accept(deps, links, request, reply, { link, provided });
      return conclude(request, reply, provided, entered, { next: '/console', session });
    }
    const { identity, role, email, name } = provided;
    const { personId } = purpose;
    unlinked.keep(request, reply, { identity, role, personId, name: email ?? name ?? identity.subject });
    return continueTo(reply, linkPath);
  });
}

function explain(
  reply: FastifyReply,
  label: string,
  hindrance: Exclude<Hindrance | 'over', 'address-taken'>,
): FastifyReply {
  switch (hindrance) {
    case 'no-role':
      return showNoRole(reply, label);
    case 'no-address':
      return showNoAddress(reply, label);
    case 'over':
      return showInvitationOver(reply);
    default:
      return hindrance satisfies never;
  }
}
