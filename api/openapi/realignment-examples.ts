interface Submission {
  readonly id: string;
  readonly form_id: string;
  readonly submitted_at: string;
}

const divergence = {
  projection: 'submissions',
  reason: 'the log ends at position 4806, but it was read up to position 8626 before',
};

/** Examples of the operations on a log that was replaced, and of others that answer the status of a read model. */
export const realignmentExamples = ({ id, form_id, submitted_at }: Submission, projection: object) => ({
  readProjection: { answers: [projection] },
  rollBackProjection: { answers: [projection] },
  dropGenerations: { answers: [projection] },
  readRealignment: { answers: [{ diverged: [] }] },
  realign: { answers: [{ diverged: [divergence] }] },
  listMissing: {
    answers: [
      {
        data: [{ model: 'submissions', id, account_id: 'acme', form_id, at: submitted_at, state: 'missing' }],
        count: 1,
        has_more: false,
        next_cursor: null,
      },
    ],
  },
});
