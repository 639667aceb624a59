import type { FastifyRequest } from 'fastify';
import { refused } from '../../../api/errors/errors.ts';
import { toApiError } from '../../../api/errors/to-api-error.ts';
import { contextOf } from '../../../api/requests/requests.ts';
import type { Refusal } from '../../../commands/refusal.ts';
import { answeredFormOf, type ChangeDeps } from '../../../commands/submission/change-request.ts';
import { changeSubmission } from '../../../commands/submission/change-submission.ts';
import type { SubmissionResult } from '../../../commands/submission/create-reserved.ts';
import { createSubmission, type SubmissionDeps } from '../../../commands/submission/create-submission.ts';
import { findKeyedSubmission } from '../../../commands/submission/find-keyed-submission.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { isUnanswered } from '../../../domain/submission/check-value.ts';
import { submission } from '../../../domain/submission/decider.ts';
import type { CommandContext } from '../../../log/aggregates.ts';
import type { FormAtRevision } from '../../../log/form-revisions.ts';
import type { EnteredTexts } from '../entered-texts.ts';
import { readAnswers } from '../read-answers.ts';
import { carriedAnswers, savableAnswers } from './carried-answers.ts';
import { chosenAnswers } from './chosen-answers.ts';

/** What a page sends to be saved. */
interface SentPage {
  /** The form as the page showed it. */
  readonly shown: FormAtRevision;
  readonly typed: EnteredTexts;
  /** The submission that the page has saved before; null if it names none. */
  readonly submissionId: string | null;
  /** Determines the submission that the page begins. */
  readonly idempotencyKey: string;
}

export type SaveResult =
  | {
      readonly kind: 'saved';
      readonly submissionId: string;
      /** ISO 8601. */
      readonly expiresAt: string;
      /** The labels of the questions whose answers do not fit yet. */
      readonly unsaved: readonly string[];
    }
  /** The submission was sent before. */
  | { readonly kind: 'sent' }
  /** It was erased, or has expired. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'changed'; readonly refusal: Extract<Refusal, { code: 'form_changed' }> }
  | { readonly kind: 'closed' }
  /** The account can begin no more submissions this month. */
  | { readonly kind: 'full' }
  | { readonly kind: 'tooLarge' };

/** Saves what was typed into a page so far, as far as it fits. */
export function openFormSaver(deps: SubmissionDeps & ChangeDeps) {
  /** Saves into a submission, by the revision of the form that it was begun with. */
  async function saveInto(
    submissionId: string,
    shown: FormAtRevision,
    answers: Readonly<Record<string, unknown>>,
    context: CommandContext,
  ): Promise<SubmissionResult> {
    const { state } = await deps.aggregates.load(submission, streamOf.submission(submissionId));
    if (!state.exists || state.present.isComplete)
      return changeSubmission(deps, { submissionId, answers: {} }, context);
    const begun = await answeredFormOf(deps, state.present.form);
    if (begun.form.version === shown.form.version)
      return changeSubmission(deps, { submissionId, answers }, context);
    const carried = carriedAnswers(shown.form.fields, begun.form.fields, answers);
    const { answers: fitting } = await savableAnswers(begun.form.fields, carried);
    return changeSubmission(deps, { submissionId, answers: fitting }, context);
  }

  async function begin(
    { shown, idempotencyKey }: SentPage,
    answers: Readonly<Record<string, unknown>>,
    context: CommandContext,
  ): Promise<SubmissionResult> {
    const { formId } = shown.form;
    const answered = { revision: shown.revision };
    const request = { formId, answers, answered, source: 'form', idempotencyKey, isPartial: true } as const;
    const begun = await createSubmission(deps, request, context);
    // A later saving of the same page may have changed the answers since.
    if (begun.ok && begun.value.replayed)
      return saveInto(begun.value.submission.submissionId, shown, answers, context);
    const isKnown = !begun.ok && begun.error.code === 'idempotency_mismatch';
    // The page has been saved before without having got the response.
    const keyed = isKnown ? await findKeyedSubmission(deps, idempotencyKey, context) : null;
    return keyed ? saveInto(keyed.begun.submissionId, shown, answers, context) : begun;
  }

  async function save(page: SentPage, context: CommandContext): Promise<SaveResult> {
    const { shown, typed, submissionId } = page;
    const { fields } = shown.form;
    const { answers: read, unreadable } = readAnswers(fields, typed, shown.form);
    const answers = chosenAnswers(fields, read);
    const { answers: savable, misfits } = await savableAnswers(fields, answers, unreadable);
    const saved =
      submissionId === null
        ? await begin(page, savable, context)
        : await saveInto(submissionId, shown, savable, context);
    if (!saved.ok) return refusalOf(saved.error);
    const { submission: present, form } = saved.value;
    if (present.isComplete) return { kind: 'sent' };
    const kept = new Set(form.questions.map(({ fieldId }) => fieldId));
    const isSaved = ({ id, key, kind }: (typeof fields)[number]) =>
      kept.has(id) || isUnanswered(kind, answers[key]);
    const unsaved = fields.filter(
      (field) => misfits.has(field.key) || (field.kind !== 'statement' && !isSaved(field)),
    );
    return {
      kind: 'saved',
      submissionId: present.submissionId,
      expiresAt: present.expiresAt ?? deps.now().toISOString(),
      unsaved: unsaved.map(({ label }) => label),
    };
  }

  return async function saveForm(request: FastifyRequest, page: SentPage): Promise<SaveResult> {
    const context = contextOf(request, page.shown.form.accountId, { kind: 'system', id: 'form' });
    try {
      return await save(page, context);
    } catch (cause) {
      if (toApiError(cause).code === 'erased') return { kind: 'gone' };
      throw cause;
    }
  };
}

function refusalOf(refusal: Refusal): SaveResult {
  switch (refusal.code) {
    case 'submission_complete':
    case 'idempotency_mismatch':
      return { kind: 'sent' };
    case 'submission_expired':
    case 'erased':
    case 'not_found':
      return { kind: 'gone' };
    case 'form_changed':
      return { kind: 'changed', refusal };
    case 'form_not_published':
      return { kind: 'closed' };
    case 'quota_exceeded':
      return { kind: 'full' };
    case 'answers_too_large':
      return { kind: 'tooLarge' };
    default:
      throw refused(refusal);
  }
}
