import Type from 'typebox';
import { sealedTokens } from '../../../api/auth/sealed-tokens.ts';
import type { ExistingForm } from '../../../domain/form/decider.ts';
import { respondentMayCorrect } from '../../../domain/form/responses.ts';
import type { ExistingSubmission } from '../../../domain/submission/state.ts';
import type { WebDeps } from '../../web-deps.ts';
import { submissionTo } from '../saving/saved-submissions.ts';

const Content = Type.Object({
  submissionId: Type.String(),
  formId: Type.String(),
  /** When the link was made, ISO 8601. */
  at: Type.String(),
});

/**
 * The links with which people correct what they have sent, for as long as the form lets them, and until the links are revoked.
 */
export function openCorrectionLinks(deps: Pick<WebDeps, 'aggregates' | 'sessionKeys' | 'now'>) {
  const { sessionKeys, now } = deps;
  const sealed = sealedTokens('correct form', Content, sessionKeys);

  /** Returns a submission that people may correct now; null for any other. */
  async function correctable(form: ExistingForm, submissionId: string): Promise<ExistingSubmission | null> {
    const found = await submissionTo(deps, form.formId, submissionId);
    if (!found?.present.isComplete || form.status === 'archived') return null;
    return respondentMayCorrect(form, found.present.at, now().toISOString()) ? found : null;
  }

  return {
    /** Returns the link that corrects a submission; null if people may not correct it. @throws LogUnavailable */
    async issue(form: ExistingForm, submissionId: string): Promise<string | null> {
      const found = await correctable(form, submissionId);
      return found && sealed.seal({ submissionId, formId: form.formId, at: now().toISOString() });
    },
    /** Returns the submission of a link to a form; null for a link that does not work, or no longer. @throws LogUnavailable */
    async open(form: ExistingForm, link: string): Promise<ExistingSubmission | null> {
      const content = sealed.open(link);
      if (content?.formId !== form.formId) return null;
      const found = await correctable(form, content.submissionId);
      return found && content.at > (found.linksRevokedAt ?? '') ? found : null;
    },
  };
}

export type CorrectionLinks = ReturnType<typeof openCorrectionLinks>;
