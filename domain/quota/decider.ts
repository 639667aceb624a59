import type { Decider } from '../decider.ts';
import type { DomainError } from '../errors.ts';
import { err, ok } from '../result.ts';
import { nextMonth } from '../time.ts';
import type { QuotaEvent } from './events.ts';

export type QuotaCommand =
  /** Grants as many of `submissionIds`, in order, as still fit under `limit` (null: no limit). */
  | { type: 'ReserveSubmissions'; submissionIds: string[]; limit: number | null; at: string }
  | { type: 'ReleaseSubmissions'; submissionIds: string[]; at: string };

export interface QuotaState {
  readonly used: number;
}

function decide(command: QuotaCommand, { used }: QuotaState) {
  const { submissionIds, at } = command;
  switch (command.type) {
    case 'ReserveSubmissions': {
      const limit = command.limit ?? Infinity;
      const granted = submissionIds.slice(0, Math.max(0, limit - used));
      if (granted.length === 0)
        return err({ code: 'quota_exceeded', limit, current: used, resetsAt: nextMonth(at) } as const);
      return ok<QuotaEvent[]>([{ type: 'SubmissionQuotaReserved', data: { submissionIds: granted, at } }]);
    }
    case 'ReleaseSubmissions':
      if (submissionIds.length === 0) return ok([]);
      return ok<QuotaEvent[]>([{ type: 'SubmissionQuotaReleased', data: { submissionIds, at } }]);
    default:
      return command satisfies never;
  }
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
