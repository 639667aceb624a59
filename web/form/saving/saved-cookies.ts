import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { sealedTokens } from '../../../api/auth/sealed-tokens.ts';
import type { WebDeps } from '../../web-deps.ts';

const Content = Type.Object({
  submissionId: Type.String(),
  formId: Type.String(),
  /** ISO 8601. */
  until: Type.String(),
});

/** A submission that a browser may go on with. */
export type RememberedSubmission = Static<typeof Content>;

/** A browser that has more of these cookies forgets the one that ends first, so that its requests stay short. */
const maxCookies = 20;

/**
 * The cookies by which a browser finds its submissions again, one for each form. They are sealed, and no script can read them.
 * @param purpose cookies of one purpose are refused for any other; a part of their names
 */
export function openSavedCookies(
  purpose: 'saved' | 'sent',
  { sessionKeys, now, publicUrl }: Pick<WebDeps, 'sessionKeys' | 'now' | 'publicUrl'>,
) {
  const sealed = sealedTokens(`${purpose} form`, Content, sessionKeys);
  const prefix = `formlog_${purpose}_`;

  /** Proxies that end TLS do not always say so, which is why `PUBLIC_URL` decides where it is set. */
  const options = ({ protocol }: FastifyRequest) =>
    ({
      path: '/f/',
      httpOnly: true,
      sameSite: 'lax',
      secure: publicUrl === null ? protocol === 'https' : publicUrl.startsWith('https:'),
    }) as const;

  const open = (cookie: string | undefined): RememberedSubmission | null => {
    const content = cookie === undefined ? null : sealed.open(cookie);
    return content !== null && content.until > now().toISOString() ? content : null;
  };

  function dropFirstEnding(request: FastifyRequest, reply: FastifyReply, formId: string): void {
    const others = Object.entries(request.cookies)
      .filter(([name]) => name.startsWith(prefix) && name !== prefix + formId)
      .map(([name, value]) => ({ name, until: open(value)?.until ?? '' }))
      .sort((a, b) => (a.until < b.until ? -1 : 1));
    for (const { name } of others.slice(0, Math.max(0, others.length + 1 - maxCookies)))
      reply.clearCookie(name, options(request));
  }

  return {
    remember(request: FastifyRequest, reply: FastifyReply, content: RememberedSubmission): void {
      dropFirstEnding(request, reply, content.formId);
      const expires = new Date(content.until);
      reply.setCookie(prefix + content.formId, sealed.seal(content), { ...options(request), expires });
    },
    /** The submission to a form that the browser remembers; null for none. */
    recall({ cookies }: FastifyRequest, formId: string): RememberedSubmission | null {
      const content = open(cookies[prefix + formId]);
      return content?.formId === formId ? content : null;
    },
    forget: (request: FastifyRequest, reply: FastifyReply, formId: string): void => {
      if (request.cookies[prefix + formId] !== undefined)
        reply.clearCookie(prefix + formId, options(request));
    },
  };
}

export type SavedCookies = ReturnType<typeof openSavedCookies>;
