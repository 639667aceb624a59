import Type, { type Static } from 'typebox';
import { sealedTokens } from '../../../api/auth/sealed-tokens.ts';
import { SignInMethod } from '../../../domain/membership/events.ts';
import type { WebDeps } from '../../web-deps.ts';

const HalfSession = Type.Object({
  personId: Type.String(),
  method: SignInMethod,
  /** The version of the password: another password ends the half session. */
  version: Type.Integer(),
  /** The page of the console that opens afterwards, and a sentence for it. */
  next: Type.String(),
  note: Type.Optional(Type.String()),
  /** An invitation that the person accepts as soon as they have signed in. */
  invitation: Type.Optional(Type.Object({ invitationId: Type.String(), accountId: Type.String() })),
  /** ISO 8601. */
  until: Type.String(),
});
export type HalfSession = Static<typeof HalfSession>;

/** How long a person may take to enter a code, in seconds. */
export const halfSessionSeconds = 600;

/**
 * People who have proved the first factor and not yet the second. A half session is sealed in a cookie of the browser that has
 * proved the first factor, and opens nothing but the page that asks for the second.
 */
export function openHalfSessions({ sessionKeys, now }: Pick<WebDeps, 'now' | 'sessionKeys'>) {
  const tokens = sealedTokens('half session', HalfSession, sessionKeys);
  return {
    /** The value of the cookie. */
    seal(half: Omit<HalfSession, 'until'>): string {
      const until = new Date(now().getTime() + halfSessionSeconds * 1_000).toISOString();
      return tokens.seal({ ...half, until });
    },
    /** Returns the half session of a cookie; null for any other text, and once it is too old. */
    open(cookie: string | undefined): HalfSession | null {
      const half = cookie === undefined ? null : tokens.open(cookie);
      return half && half.until > now().toISOString() ? half : null;
    },
  };
}
