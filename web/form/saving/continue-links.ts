import Type, { type Static } from 'typebox';
import { sealedTokens } from '../../../api/auth/sealed-tokens.ts';
import { newId } from '../../../log/ids.ts';
import type { WebDeps } from '../../web-deps.ts';

const Content = Type.Object({
  id: Type.String(),
  submissionId: Type.String(),
  formId: Type.String(),
  /** ISO 8601. */
  until: Type.String(),
});
export type ContinueLink = Static<typeof Content>;

const lifetimeMs = 7 * 86_400_000;

/** The links with which people go on with a saved submission in another browser. Each works once. */
export function openContinueLinks({
  sessionKeys,
  spentTokens,
  now,
}: Pick<WebDeps, 'sessionKeys' | 'spentTokens' | 'now'>) {
  const sealed = sealedTokens('continue form', Content, sessionKeys);
  return {
    /** @param expiresAt when the submission expires, ISO 8601 */
    issue(formId: string, submissionId: string, expiresAt: string) {
      const latest = new Date(now().getTime() + lifetimeMs).toISOString();
      const until = latest < expiresAt ? latest : expiresAt;
      return { link: sealed.seal({ id: newId(), submissionId, formId, until }), until };
    },
    /** Returns the content of a link to a form that has not expired; otherwise null. It may have been used. */
    open(formId: string, link: string): ContinueLink | null {
      const content = sealed.open(link);
      return content?.formId === formId && content.until > now().toISOString() ? content : null;
    },
    /** Uses a link up. @returns false if it was used before */
    use: ({ id, until }: ContinueLink): Promise<boolean> =>
      spentTokens.spend(`continue ${id}`, new Date(until)),
  };
}

export type ContinueLinks = ReturnType<typeof openContinueLinks>;
