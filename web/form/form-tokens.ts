import Type, { type Static } from 'typebox';
import { sealedTokens } from '../../api/auth/sealed-tokens.ts';
import { newId } from '../../log/ids.ts';
import type { WebDeps } from '../web-deps.ts';

const FormTicket = Type.Object({
  id: Type.String(),
  formId: Type.String(),
  /** When the page was made, ISO 8601. */
  at: Type.String(),
});
export type FormTicket = Static<typeof FormTicket>;

/** As long as a repeated submission is found to be one. */
const lifetimeMs = 24 * 3_600_000;

/** The hidden tokens of forms: of all sendings of a page, one counts. */
export function openFormTokens({ sessionKeys, now }: Pick<WebDeps, 'sessionKeys' | 'now'>) {
  const tokens = sealedTokens('form', FormTicket, sessionKeys);
  return {
    issue: (formId: string): string => tokens.seal({ id: newId(), formId, at: now().toISOString() }),
    /** The ticket of a token for this form; null if it is none, or is older than a day. */
    open(formId: string, token: string): FormTicket | null {
      const ticket = tokens.open(token);
      const isFresh = ticket !== null && Date.parse(ticket.at) > now().getTime() - lifetimeMs;
      return isFresh && ticket.formId === formId ? ticket : null;
    },
  };
}
