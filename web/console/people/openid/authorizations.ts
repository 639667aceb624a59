import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { sealedTokens } from '../../../../api/auth/sealed-tokens.ts';
import { Authorization } from '../../../../openid/protocol.ts';
import type { WebDeps } from '../../../web-deps.ts';
import { setAuthorization, takeAuthorization } from '../../session/cookies.ts';
import { Session } from '../../session/sessions.ts';

/** What a sign-in at the provider is for. */
const Purpose = Type.Union([
  /** `next`: the page of the console that opens afterwards. */
  Type.Object({ kind: Type.Literal('sign-in'), next: Type.String() }),
  /** `link`: of the invitation that the person accepts. */
  Type.Object({ kind: Type.Literal('invitation'), link: Type.String() }),
  /** Linking the identity to the person who has signed in. */
  Type.Object({ kind: Type.Literal('link'), personId: Type.String() }),
]);
export type Purpose = Static<typeof Purpose>;

const Pending = Type.Object({
  id: Type.String(),
  authorization: Authorization,
  purpose: Purpose,
  /** The session in which the browser began: with the answer of another site, the browser does not send its cookie. */
  session: Type.Union([Session, Type.Null()]),
  /** ISO 8601. */
  until: Type.String(),
});
export type Pending = Pick<Static<typeof Pending>, 'authorization' | 'purpose' | 'session'>;

/** How long a person may take at the provider, in seconds. */
const lifetimeSeconds = 600;

/**
 * The sign-ins that go on at the provider. Each is sealed in a cookie of the browser that began it, and is taken once: an answer of
 * the provider that another browser brings, that is late, or that comes again, is refused.
 */
export function openAuthorizations({
  sessionKeys,
  spentTokens,
  now,
}: Pick<WebDeps, 'now' | 'sessionKeys' | 'spentTokens'>) {
  const tokens = sealedTokens('authorization', Pending, sessionKeys);
  return {
    keep(request: FastifyRequest, reply: FastifyReply, pending: Pending): void {
      const until = new Date(now().getTime() + lifetimeSeconds * 1_000).toISOString();
      setAuthorization(request, reply, tokens.seal({ id: randomUUID(), ...pending, until }), lifetimeSeconds);
    },

    /** Takes the sign-in of a `state`; null if this browser has none, or no longer. */
    async take(request: FastifyRequest, reply: FastifyReply, state: string): Promise<Pending | null> {
      const cookie = takeAuthorization(request, reply);
      const pending = cookie === undefined ? null : tokens.open(cookie);
      if (!pending || pending.until <= now().toISOString()) return null;
      if (!isSame(pending.authorization.state, state)) return null;
      return (await spentTokens.spend(pending.id, new Date(pending.until))) ? pending : null;
    },
  };
}

function isSame(one: string, other: string): boolean {
  const [expected, received] = [Buffer.from(one), Buffer.from(other)];
  return expected.length === received.length && timingSafeEqual(expected, received);
}
