import type { Problem } from '../../domain/errors.ts';
import { expiryOf } from '../../domain/form/responses.ts';
import { lastAnswered } from '../../domain/submission/merge-answers.ts';
import { numbersIn } from '../../domain/submission/telephone-numbers.ts';
import type { AnswersWithFiles } from '../file/find-files.ts';
import type { Answered, AnsweredForm } from './answered-form.ts';
import type { Keyed, Submitted } from './create-reserved.ts';

export interface SubmissionRequest {
  readonly formId: string;
  readonly answers: Readonly<Record<string, unknown>>;
  /** The problems of typed answers that could not be read as values, which are not among `answers`. */
  readonly unreadable?: readonly Problem[];
  /** The form that was shown to the person or program that answered; the present one if absent. */
  readonly answered?: Answered;
  /** Begins a submission that is completed later: answers may be missing. It cannot be imported. */
  readonly isPartial?: boolean;
  readonly source: 'api' | 'form';
  /** Determines the submission's id for 24 hours, of an imported one for good, so that the log itself refuses a duplicate. */
  readonly idempotencyKey?: string;
  /** Of an imported submission: when it was made. Its form need not be published. */
  readonly madeAt?: string;
}

/** Returns the submission to create or begin. @param found its checked answers, in the order of the questions, and their files */
export function submitted(
  { isPartial = false, source, madeAt }: SubmissionRequest,
  { shown, now }: AnsweredForm,
  { values, claims }: AnswersWithFiles,
  keyed: Keyed | null,
): Submitted {
  const answers = [...values];
  const e164 = numbersIn(shown.form, answers);
  const { status: formStatus } = now.form;
  const common = {
    formStatus,
    accountId: shown.form.accountId,
    // The revision whose questions the answers were checked against.
    form: { id: shown.form.formId, revision: shown.revision },
    answers,
    ...(e164 !== null && { e164 }),
    source,
    ...(keyed && { requestHash: keyed.hash }),
  };
  const of = { form: shown.form, answers, claims };
  if (isPartial) {
    const lastFieldId = lastAnswered(shown.form.fields, answers);
    return {
      ...of,
      kind: 'started',
      make: (submissionId, at) => ({
        type: 'StartSubmission',
        submissionId,
        ...common,
        lastFieldId,
        expiresAt: expiryOf(now.form, at),
        at,
      }),
    };
  }
  return {
    ...of,
    kind: 'complete',
    make: (submissionId, at) => ({
      type: 'CreateSubmission',
      submissionId,
      ...common,
      isComplete: true,
      ...(madeAt !== undefined && { importedAt: at }),
      at: madeAt ?? at,
    }),
  };
}
