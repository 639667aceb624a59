import { idAfter, type Projection } from '../../../projections/projection.ts';
import type { FormDocument } from '../../../projections/read-models/forms/projection.ts';
import { forms } from '../../../projections/read-models/forms/projection.ts';

type CountedForm = FormDocument & Readonly<{ submission_count: number }>;

/** Forms with the number of their submissions in one document: every event of a history shows in it, once. */
export const countedForms: Projection<CountedForm> = {
  ...forms,
  name: 'counted-forms',
  streamPrefixes: ['form-', 'submission-'],
  key: ({ event, stream }) =>
    event.type === 'SubmissionCreated' ? event.data.form.id : idAfter('form-', stream),
  on: {
    FormCreated: (doc, event) => {
      const created = forms.on.FormCreated?.(doc, event) ?? null;
      return created && { ...created, submission_count: 0 };
    },
    FormArchived: (doc, { event }) => doc && { ...doc, status: 'archived', updated_at: event.data.at },
    SubmissionCreated: (doc) => doc && { ...doc, submission_count: doc.submission_count + 1 },
  },
};
