import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { sealedTokens } from '../../../../api/auth/sealed-tokens.ts';
import { Role } from '../../../../domain/membership/roles.ts';
import { Identity } from '../../../../domain/person/events.ts';
import type { WebDeps } from '../../../web-deps.ts';
import { clearUnlinkedIdentity, readUnlinkedIdentity, setUnlinkedIdentity } from '../../session/cookies.ts';

const Unlinked = Type.Object({
  id: Type.String(),
  identity: Identity,
  /** The address or the name at the provider, for the person. */
  name: Type.String(),
  role: Type.Union([Role, Type.Null()]),
  /** The person who began to link it, or who signs in here with its address. */
  personId: Type.String(),
  /** ISO 8601. */
  until: Type.String(),
});
export type Unlinked = Static<typeof Unlinked>;

/** How long an identity waits until it is linked, in seconds. */
const lifetimeSeconds = 900;

/**
 * Identities that this browser has proved, and that wait until their person signs in here and links them. Each is sealed in a
 * cookie, and is linked once.
 */
export function openUnlinked({
  sessionKeys,
  spentTokens,
  now,
}: Pick<WebDeps, 'now' | 'sessionKeys' | 'spentTokens'>) {
  const tokens = sealedTokens('unlinked identity', Unlinked, sessionKeys);
  return {
    keep(request: FastifyRequest, reply: FastifyReply, unlinked: Omit<Unlinked, 'id' | 'until'>): void {
      const until = new Date(now().getTime() + lifetimeSeconds * 1_000).toISOString();
      const sealed = tokens.seal({ id: randomUUID(), ...unlinked, until });
      setUnlinkedIdentity(request, reply, sealed, lifetimeSeconds);
    },

    /** The identity that waits for a person; null for none. */
    of(request: FastifyRequest, personId: string): Unlinked | null {
      const cookie = readUnlinkedIdentity(request);
      const found = cookie === undefined ? null : tokens.open(cookie);
      return found?.personId === personId && found.until > now().toISOString() ? found : null;
    },

    /** Spends an identity. @returns false if it was spent before */
    async spend(request: FastifyRequest, reply: FastifyReply, { id, until }: Unlinked): Promise<boolean> {
      clearUnlinkedIdentity(request, reply);
      return spentTokens.spend(id, new Date(until));
    },
  };
}
