import type { AnsweredForm, PhoneNumbers, RecordedAnswer } from './answered-form.ts';
import type { SubmissionCreated, SubmissionEvent } from './events.ts';
import type { AnswerChange } from './partial-events.ts';

/** A submission with its present answers. */
export interface PresentSubmission {
  readonly submissionId: string;
  readonly accountId: string;
  readonly form: AnsweredForm;
  /** In the order of the form's questions; null for no answer. */
  readonly answers: readonly unknown[];
  /** The answers to questions that the form had when the submission was begun, and no longer had when it was completed. */
  readonly removed?: readonly RecordedAnswer[];
  readonly e164?: PhoneNumbers;
  readonly isComplete: boolean;
  readonly source: SubmissionCreated['data']['source'];
  readonly requestHash?: string;
  readonly importedAt?: string;
  /** When it was completed; of one that is not complete, when it was begun. */
  readonly at: string;
  /** When it was begun. Absent from a submission that was created in one step. */
  readonly startedAt?: string;
  /** Of a submission that is not complete: when it was last saved. */
  readonly savedAt?: string;
  /** Of a submission that is not complete: when it expires. */
  readonly expiresAt?: string;
  /** Of a submission that is not complete: the last question that a person has answered, by the id of its field. */
  readonly lastFieldId?: string | null;
  /** When it was last corrected. */
  readonly correctedAt?: string;
  readonly corrections?: number;
}

/** Answers, and the telephone numbers among them. */
export interface Answers {
  readonly answers: readonly unknown[];
  readonly e164?: PhoneNumbers;
}

/** Returns answers after some of them changed. */
export function changedAnswers(before: Answers, changes: readonly AnswerChange[]): Answers {
  const answers = [...before.answers];
  const numbers = new Map(Object.entries(before.e164 ?? {}));
  for (const { index, fieldId, value, e164 } of changes) {
    answers[index] = value;
    numbers.delete(fieldId);
    if (e164 !== undefined) numbers.set(fieldId, e164);
  }
  return { answers, ...(numbers.size > 0 && { e164: Object.fromEntries(numbers) }) };
}

/** Returns a submission after an event of its stream; null before it exists. */
export function presentAfter(
  before: PresentSubmission | null,
  event: SubmissionEvent,
): PresentSubmission | null {
  switch (event.type) {
    case 'SubmissionCreated':
      return event.data;
    case 'SubmissionStarted':
      return { ...event.data, isComplete: false, startedAt: event.data.at };
    case 'SubmissionSaved': {
      if (!before) return null;
      const { changes, lastFieldId, expiresAt, at: savedAt } = event.data;
      const { e164: _, ...rest } = before;
      return { ...rest, ...changedAnswers(before, changes), lastFieldId, expiresAt, savedAt };
    }
    case 'SubmissionCompleted': {
      const { reservation: _, ...completed } = event.data;
      const { requestHash } = before ?? {};
      return { ...completed, isComplete: true, ...(requestHash !== undefined && { requestHash }) };
    }
    case 'SubmissionCorrected': {
      const { reason: _, by: __, submittedAt, at: correctedAt, ...corrected } = event.data;
      const { requestHash, corrections = 0 } = before ?? {};
      return {
        ...corrected,
        isComplete: true,
        ...(requestHash !== undefined && { requestHash }),
        at: submittedAt,
        correctedAt,
        corrections: corrections + 1,
      };
    }
    case 'SubmissionExpired':
    case 'SubmissionLinksRevoked':
    case 'SubmissionReservationLapsed':
    case 'SubmissionPaymentCompleted':
    case 'SubmissionPaymentRefused':
      return before;
    default:
      return event satisfies never;
  }
}
