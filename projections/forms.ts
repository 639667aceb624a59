import type { FormStatus } from '../domain/form/decider.ts';
import type { FieldDefinition } from '../domain/form/field.ts';
import { idAfter, type Projection } from './projection.ts';

export type FormDocument = Readonly<{
  account_id: string;
  title: string;
  description: string;
  slug: string;
  status: FormStatus;
  fields: readonly FieldDefinition[];
  /** Counts the sets of fields, from 1. */
  version: number;
  submission_count: number;
  created_at: string;
  updated_at: string;
  /**
   * Submissions that have a place of the month's quota, and are not there: they never came, are on their way, or,
   * while the model is built again, were erased. An erased one found here was not counted before.
   */
  reserved: readonly string[];
  /** Of the form's own stream: what `If-Match` is compared with. */
  revision: number;
}>;

const moved =
  (status: FormStatus) =>
  (
    doc: FormDocument | null,
    { event, revision }: { event: { data: { at: string } }; revision: number },
  ): FormDocument | null =>
    doc && { ...doc, status, updated_at: event.data.at, revision };

const without = (ids: readonly string[], id: string): readonly string[] => ids.filter((one) => one !== id);

/** Of an erased submission the log may hold what counted it, or may not any more. */
function uncounted(doc: FormDocument, submissionId: string): FormDocument {
  const isCounted = !doc.reserved.includes(submissionId);
  return isCounted
    ? { ...doc, submission_count: doc.submission_count - 1 }
    : { ...doc, reserved: without(doc.reserved, submissionId) };
}

/** Each form as it is now, with the number of its submissions. */
export const forms: Projection<FormDocument> = {
  name: 'forms',
  version: 2,
  streamPrefixes: ['form-', 'submission-', 'quota-', 'audit-'],
  indexes: [
    { keys: { account_id: 1, created_at: -1, _id: -1 } },
    { keys: { account_id: 1, status: 1, created_at: -1, _id: -1 } },
  ],
  key: ({ event, stream }) => {
    switch (event.type) {
      case 'SubmissionCreated':
        return event.data.form.id;
      case 'SubmissionQuotaReserved':
      case 'SubmissionQuotaReleased':
      case 'SubmissionErased':
        return event.data.formId;
      default:
        return idAfter('form-', stream);
    }
  },
  on: {
    FormCreated: (_, { event, revision }) => {
      const { accountId, title, description, slug, fields, at } = event.data;
      return {
        account_id: accountId,
        title,
        description,
        slug,
        status: 'draft',
        fields,
        version: 1,
        submission_count: 0,
        reserved: [],
        created_at: at,
        updated_at: at,
        revision,
      };
    },
    FormFieldsChanged: (doc, { event: { data }, revision }) =>
      doc && { ...doc, fields: data.fields, version: doc.version + 1, updated_at: data.at, revision },
    FormDetailsChanged: (doc, { event: { data }, revision }) => {
      if (!doc) return null;
      const { title = doc.title, description = doc.description, at } = data;
      return { ...doc, title, description, updated_at: at, revision };
    },
    FormPublished: moved('published'),
    FormClosed: moved('closed'),
    FormReturnedToDraft: moved('draft'),
    FormArchived: moved('archived'),
    SubmissionQuotaReserved: (doc, { event }) =>
      doc && { ...doc, reserved: [...doc.reserved, ...event.data.submissionIds] },
    SubmissionQuotaReleased: (doc, { event: { data } }) =>
      doc && { ...doc, reserved: data.submissionIds.reduce(without, doc.reserved) },
    SubmissionCreated: (doc, { event }) =>
      doc && {
        ...doc,
        submission_count: doc.submission_count + 1,
        reserved: without(doc.reserved, event.data.submissionId),
      },
    SubmissionErased: (doc, { event }) => doc && uncounted(doc, event.data.submissionId),
  },
};
