import type { Payment, RecordedAnswer, SubmissionCreated } from '../domain/submission/events.ts';
import { idAfter, type Projection } from './projection.ts';

export type SubmissionDocument = Readonly<{
  account_id: string;
  form_id: string;
  /** As it was when this was submitted. */
  form_title: string;
  form_version: number;
  is_complete: boolean;
  submitted_at: string;
  created_at: string;
  source: SubmissionCreated['data']['source'];
  answers: readonly RecordedAnswer[];
  payment: Payment | null;
}>;

/** Each submission with its answers and its payment. */
export const submissions: Projection<SubmissionDocument> = {
  name: 'submissions',
  version: 2,
  streamPrefixes: ['submission-', 'audit-'],
  erasedBy: ['SubmissionErased'],
  indexes: [
    { keys: { account_id: 1, submitted_at: -1, _id: -1 } },
    { keys: { account_id: 1, form_id: 1, submitted_at: -1, _id: -1 } },
    { keys: { account_id: 1, is_complete: 1, submitted_at: -1, _id: -1 } },
  ],
  key: ({ event, stream }) =>
    event.type === 'SubmissionErased' ? event.data.submissionId : idAfter('submission-', stream),
  on: {
    SubmissionCreated: (_, { event }) => {
      const { accountId, form, answers, isComplete, source, at } = event.data;
      return {
        account_id: accountId,
        form_id: form.id,
        form_title: form.title,
        form_version: form.version,
        is_complete: isComplete,
        submitted_at: at,
        created_at: at,
        source,
        answers,
        payment: null,
      };
    },
    SubmissionErased: () => null,
    SubmissionPaymentCompleted: (doc, { event }) => doc && { ...doc, payment: event.data.payment },
  },
};
