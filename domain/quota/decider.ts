import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import { err, ok } from '../result.ts';
import { nextMonth } from '../time.ts';
import type { QuotaEvent } from './events.ts';

/** A submission that is to be made, and of which form. */
export interface Counted {
  readonly submissionId: string;
  /** Null where an old reservation does not tell. */
  readonly formId: string | null;
}

export type QuotaCommand =
  /** Grants as many of `submissions`, in order, as still fit under `limit` (null: no limit). */
  | { type: 'ReserveSubmissions'; submissions: readonly Counted[]; limit: number | null; at: string }
  | { type: 'ReleaseSubmissions'; submissions: readonly Counted[]; at: string };

export interface QuotaState {
  readonly used: number;
}

function decide(command: QuotaCommand, { used }: QuotaState) {
  const { submissions, at } = command;
  switch (command.type) {
    case 'ReserveSubmissions': {
      const limit = command.limit ?? Infinity;
      const granted = submissions.slice(0, Math.max(0, limit - used));
      if (granted.length === 0)
        return err({ code: 'quota_exceeded', limit, current: used, resetsAt: nextMonth(at) } as const);
      return ok<QuotaEvent[]>(eachForm('SubmissionQuotaReserved', granted, at));
    }
    case 'ReleaseSubmissions':
      return ok<QuotaEvent[]>(eachForm('SubmissionQuotaReleased', submissions, at));
    default:
      return command satisfies never;
  }
}

/** One event for each form. */
function eachForm(type: QuotaEvent['type'], submissions: readonly Counted[], at: string): QuotaEvent[] {
  const forms = new Map<string | null, string[]>();
  for (const { submissionId, formId } of submissions) {
    const ids = forms.get(formId);
    if (ids) ids.push(submissionId);
    else forms.set(formId, [submissionId]);
  }
  return [...forms].map(([formId, submissionIds]) => ({ type, data: { submissionIds, formId, at } }));
}

function evolve({ used }: QuotaState, event: QuotaEvent): QuotaState {
  switch (event.type) {
    case 'SubmissionQuotaReserved':
      return { used: used + event.data.submissionIds.length };
    case 'SubmissionQuotaReleased':
      return { used: Math.max(0, used - event.data.submissionIds.length) };
    default:
      return event satisfies never;
  }
}

/** What an account has used of one month's submissions. */
export const quota: Decider<QuotaState, QuotaCommand, QuotaEvent, DomainError> = {
  initial: { used: 0 },
  decide,
  evolve,
};
