import Type, { type Static } from 'typebox';
import { sealedTokens } from '../../api/auth/sealed-tokens.ts';
import type { ExistingForm } from '../../domain/form/decider.ts';
import type { FormAtRevision } from '../../log/form-revisions.ts';
import { newId } from '../../log/ids.ts';
import type { WebDeps } from '../web-deps.ts';

const FormTicket = Type.Object({
  id: Type.String(),
  formId: Type.String(),
  /** The revision of the form that the page shows. Tokens of earlier releases have none. */
  revision: Type.Optional(Type.Integer()),
  /** The submission that the page saves and completes; absent until something has been saved. */
  submissionId: Type.Optional(Type.String()),
  /** When the page was made, ISO 8601. */
  at: Type.String(),
});
export type FormTicket = Static<typeof FormTicket>;

/** As long as a repeated submission is found to be one. */
const lifetimeMs = 24 * 3_600_000;

/** The hidden tokens of forms: of all sendings of a page, one counts. */
export function openFormTokens({ sessionKeys, now }: Pick<WebDeps, 'sessionKeys' | 'now'>) {
  const tokens = sealedTokens('form', FormTicket, sessionKeys);
  const isFresh = ({ at }: Pick<FormTicket, 'at'>): boolean => Date.parse(at) > now().getTime() - lifetimeMs;
  return {
    /** @param submissionId the submission that was saved and that the page completes, if there is one */
    issue: ({ form: { formId }, revision }: FormAtRevision, submissionId?: string): string =>
      tokens.seal({
        id: newId(),
        formId,
        revision,
        ...(submissionId !== undefined && { submissionId }),
        at: now().toISOString(),
      }),
    /** The ticket of a token for this form, of any age; null if it is none. */
    open(formId: string, token: string): FormTicket | null {
      const ticket = tokens.open(token);
      return ticket?.formId === formId ? ticket : null;
    },
    /** Whether a page can still be sent: a repetition of an older one would not be found. */
    isFresh,
    /** Whether pages that can still be sent may show other fields of the form. */
    canShowOtherFields: ({ version, updatedAt: at }: ExistingForm): boolean => version > 1 && isFresh({ at }),
  };
}
