import { isDeepStrictEqual } from 'node:util';
import type { FormStatus } from '../form/decider.ts';
import { err, ok } from '../result.ts';
import type {
  CompletedSubmission,
  CorrectedSubmission,
  StartedSubmission,
  SubmissionEvent,
} from './events.ts';
import type { AnswerChange } from './partial-events.ts';
import { isOpen, type SubmissionState } from './state.ts';

export type PartialCommand =
  | ({ type: 'StartSubmission'; formStatus: FormStatus } & StartedSubmission)
  | {
      type: 'SaveAnswers';
      changes: readonly AnswerChange[];
      lastFieldId: string | null;
      expiresAt: string;
      completable: Completable;
      at: string;
    }
  | ({ type: 'CompleteSubmission'; completable: Completable } & CompletedSubmission)
  /** Has no effect before the submission expires, nor once it is complete. */
  | { type: 'ExpireSubmission'; at: string }
  | ({ type: 'CorrectSubmission' } & CorrectedSubmission);

/** Whether a form takes the completion of submissions that were begun: also for a time after it was closed. */
export interface Completable {
  readonly status: FormStatus;
  /** Of a closed form: the time until which it does, ISO 8601; null for one that does not. */
  readonly until: string | null;
}

type Of<T extends PartialCommand['type']> = Extract<PartialCommand, { type: T }>;

export function start({ type: _, formStatus, ...data }: Of<'StartSubmission'>, state: SubmissionState) {
  if (state.exists) return err({ code: 'already_exists' } as const);
  if (formStatus !== 'published') return err({ code: 'form_not_published', status: formStatus } as const);
  return ok<SubmissionEvent[]>([{ type: 'SubmissionStarted', data }]);
}

export function save(command: Of<'SaveAnswers'>, state: SubmissionState) {
  const open = openIn(state, command);
  if (!open.ok) return open;
  const { lastFieldId, expiresAt, at } = command;
  const { answers } = open.value.present;
  const changes = command.changes.filter(({ index, value }) => !isDeepStrictEqual(answers[index], value));
  if (changes.length === 0) return ok<SubmissionEvent[]>([]);
  return ok<SubmissionEvent[]>([{ type: 'SubmissionSaved', data: { changes, lastFieldId, expiresAt, at } }]);
}

export function complete(command: Of<'CompleteSubmission'>, state: SubmissionState) {
  const open = openIn(state, command);
  if (!open.ok) return open;
  const { type: _, completable: __, ...data } = command;
  return ok<SubmissionEvent[]>([{ type: 'SubmissionCompleted', data }]);
}

export function expire({ at }: Of<'ExpireSubmission'>, state: SubmissionState) {
  const isDue = isOpen(state) && at >= (state.present.expiresAt ?? at);
  return ok<SubmissionEvent[]>(isDue ? [{ type: 'SubmissionExpired', data: { at } }] : []);
}

export function correct({ type: _, ...data }: Of<'CorrectSubmission'>, state: SubmissionState) {
  if (!state.exists) return err({ code: 'not_found' } as const);
  if (!state.present.isComplete) return err({ code: 'submission_incomplete' } as const);
  const { answers, removed } = state.present;
  const isSame = isDeepStrictEqual([answers, removed ?? []], [data.answers, data.removed ?? []]);
  return ok<SubmissionEvent[]>(isSame ? [] : [{ type: 'SubmissionCorrected', data }]);
}

/** Returns a submission that may be saved or completed at a time, or why it may not. */
function openIn(state: SubmissionState, { completable, at }: Of<'SaveAnswers' | 'CompleteSubmission'>) {
  if (!state.exists) return err({ code: 'not_found' } as const);
  if (state.present.isComplete) return err({ code: 'submission_complete' } as const);
  if (state.isExpired) return err({ code: 'submission_expired' } as const);
  const { status, until } = completable;
  const isTaken = status === 'published' || (status === 'closed' && until !== null && at < until);
  return isTaken ? ok(state) : err({ code: 'form_not_published', status } as const);
}
