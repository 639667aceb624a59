import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { sealedTokens } from '../../../api/auth/sealed-tokens.ts';
import type { WebDeps } from '../../web-deps.ts';

const Subject = Type.Union([
  /** `sha256` is the hash of the operator's token: with the token, the session ends. */
  Type.Object({ kind: Type.Literal('operator'), id: Type.String(), sha256: Type.String() }),
  Type.Object({ kind: Type.Literal('key'), id: Type.String() }),
  /** A person, in one of their accounts. The person's stream says which of their sessions are open. */
  Type.Object({ kind: Type.Literal('member'), id: Type.String(), accountId: Type.String() }),
]);
export type Subject = Static<typeof Subject>;

export const Session = Type.Object({
  id: Type.String(),
  holder: Subject,
  /** ISO 8601. */
  until: Type.String(),
});
export type Session = Static<typeof Session>;

/** The lifetime of a session in seconds. */
export const sessionSeconds = 12 * 3_600;

/** Sessions are sealed in their cookie. Of operators and keys, only those that were ended early are stored. */
export function openSessions({
  sessionKeys,
  spentTokens,
  now,
}: Pick<WebDeps, 'now' | 'sessionKeys' | 'spentTokens'>) {
  const tokens = sealedTokens('session', Session, sessionKeys);
  const formTokenOf = ({ id }: Session): string =>
    createHmac('sha256', sessionKeys[0]).update(`form token ${id}`).digest('base64url');

  const expiry = (): Date => new Date(now().getTime() + sessionSeconds * 1_000);
  const newSession = (holder: Subject, until = expiry()): Session => ({
    id: randomUUID(),
    holder,
    until: until.toISOString(),
  });
  const subjectSessions = ({ kind, id }: Subject): string => `sessions of ${kind} ${id}`;

  return {
    newSession: (holder: Subject): Session => newSession(holder),

    /** A session of a holder that lasts no longer than an earlier one. */
    continued: (holder: Subject, { until }: Session): Session => newSession(holder, new Date(until)),

    /** The value of a session's cookie. */
    cookieOf: (session: Session): string => tokens.seal(session),

    /** The session of a cookie; null if it is not valid, has expired or was ended. */
    async of(cookie: string | undefined): Promise<Session | null> {
      const session = cookie === undefined ? null : tokens.open(cookie);
      if (session === null || session.until <= now().toISOString()) return null;
      const all = subjectSessions(session.holder);
      const ended = await spentTokens.expiries([session.id, all]);
      return ended.has(session.id) || session.until <= (ended.get(all) ?? '') ? null : session;
    },

    /** Ends a session in every process. */
    end: ({ id, until }: Session): Promise<boolean> => spentTokens.spend(id, new Date(until)),

    /**
     * Ends every session of a holder in every process, and begins another for the browser that requests it.
     * @returns the value of its cookie
     */
    async endOthers({ holder, until }: Session): Promise<string> {
      // Sessions last equally long: those that began until now are those that expire until then.
      const last = new Date(Math.max(expiry().getTime(), Date.parse(until)));
      await spentTokens.extend(subjectSessions(holder), last);
      return tokens.seal(newSession(holder, new Date(last.getTime() + 1)));
    },

    /** The token that forms of this session carry, so that no other site can send them. */
    formTokenOf,

    isFormToken(session: Session, token: string): boolean {
      const [expected, received] = [Buffer.from(formTokenOf(session)), Buffer.from(token)];
      return expected.length === received.length && timingSafeEqual(expected, received);
    },
  };
}

export type Sessions = ReturnType<typeof openSessions>;
