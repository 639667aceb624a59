import { type SubmissionStatus, submissionStatuses } from '../../../domain/submission/status.ts';
import type { SubmissionSummary } from '../../../projections/read-models/submissions/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import type { Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';

/** The members of a submission that show how far it is. */
type Progress = Pick<
  SubmissionSummary,
  'is_complete' | 'submitted_at' | 'started_at' | 'saved_at' | 'expires_at' | 'corrected_at' | 'corrections'
>;

export const statusNames: readonly (readonly [SubmissionStatus, string])[] = submissionStatuses.map(
  (status) => [status, status],
);

function statusOf({ is_complete, saved_at }: Progress): SubmissionStatus {
  if (is_complete) return 'complete';
  return saved_at === undefined ? 'begun' : 'saved';
}

/** The times of a submission, from its beginning to its last correction. */
export function progressFacts(submission: Progress): (readonly [string, JSX.Element])[] {
  const { is_complete, submitted_at, started_at, saved_at, expires_at, corrected_at, corrections } =
    submission;
  const times = (
    [
      ['Begun', started_at],
      ['Submitted', is_complete ? submitted_at : undefined],
      ['Saved', saved_at],
      ['Is erased, unless it is saved or sent before', expires_at],
      [
        corrections === undefined || corrections < 2 ? 'Corrected' : `Corrected ${corrections} times`,
        corrected_at,
      ],
    ] as const
  ).flatMap(([name, at]) => (at === undefined ? [] : [[name, <Time at={at} />] as const]));
  return [['Status', <Badge state={statusOf(submission)} />], ...times];
}

/** When a submission was submitted or, before that, last saved. */
export const momentOf = ({ is_complete, saved_at, submitted_at }: Progress): string =>
  is_complete ? submitted_at : (saved_at ?? submitted_at);

export const statusColumn: Column<Progress> = {
  title: 'Status',
  cell: (submission) => <Badge state={statusOf(submission)} />,
};

export const correctedColumn: Column<Progress> = {
  title: 'Corrected',
  cell: ({ corrected_at: at }) => (at === undefined ? <span class="quiet">–</span> : <Time at={at} />),
};
