import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { sealedTokens } from '../../../api/auth/sealed-tokens.ts';
import { addressOf } from '../../../api/requests/requests.ts';
import type { PasskeySite } from '../../../commands/person/passkeys.ts';
import type { WebDeps } from '../../web-deps.ts';
import { clearChallenge, readChallenge, setChallenge } from './cookies.ts';

const Purpose = Type.Union([
  Type.Object({ kind: Type.Literal('sign-in') }),
  /** The person has shown their password, and their second factor where they have one. */
  Type.Object({ kind: Type.Literal('add'), personId: Type.String() }),
]);
type Purpose = Static<typeof Purpose>;

const Challenge = Type.Object({
  /** Random, in Base64url. */
  challenge: Type.String(),
  purpose: Purpose,
  /** ISO 8601. */
  until: Type.String(),
});

const lifetimeSeconds = 300;

/** The address of this service, as the browser of a request knows it. */
export function siteOf(deps: Pick<WebDeps, 'publicUrl'>, request: FastifyRequest): PasskeySite {
  const { origin, hostname: id } = new URL(addressOf(deps, request));
  return { origin, id };
}

/** Challenges that passkeys sign: sealed in a cookie of the browser that asked, for one attempt within five minutes. */
export function openPasskeyChallenges({
  sessionKeys,
  spentTokens,
  now,
}: Pick<WebDeps, 'now' | 'sessionKeys' | 'spentTokens'>) {
  const tokens = sealedTokens('passkey challenge', Challenge, sessionKeys);
  return {
    /** Keeps a challenge in the browser that it is sent to. */
    keep(request: FastifyRequest, reply: FastifyReply, challenge: string, purpose: Purpose): void {
      const until = new Date(now().getTime() + lifetimeSeconds * 1_000).toISOString();
      setChallenge(request, reply, tokens.seal({ challenge, purpose, until }), lifetimeSeconds);
    },

    /** Takes the challenge of the browser, once in all processes; null without one, and for one of another purpose. */
    async take(request: FastifyRequest, reply: FastifyReply, purpose: Purpose): Promise<string | null> {
      const cookie = readChallenge(request);
      const kept = cookie === undefined ? null : tokens.open(cookie);
      clearChallenge(request, reply);
      if (!kept || kept.until <= now().toISOString() || !isSame(kept.purpose, purpose)) return null;
      const isFirst = await spentTokens.spend(`passkey ${kept.challenge}`, new Date(kept.until));
      return isFirst ? kept.challenge : null;
    },
  };
}

const isSame = (one: Purpose, other: Purpose): boolean =>
  one.kind === 'add' ? other.kind === 'add' && one.personId === other.personId : other.kind === one.kind;
