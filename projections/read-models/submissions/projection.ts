import type { CopiedDefinition } from '../../../domain/form/definition.ts';
import { isCopied, type Payment, type SubmissionCreated } from '../../../domain/submission/events.ts';
import { type Counter, idAfter, type Index, type Projection } from '../../projection.ts';

/** Holds the values alone: the questions and the title are joined from the form's definition as it is read. */
export type SubmissionDocument = Readonly<{
  account_id: string;
  form_id: string;
  /** The revision of the form that was answered; null if the event copied the form's definition. */
  form_revision: number | null;
  form_definition?: CopiedDefinition;
  is_complete: boolean;
  submitted_at: string;
  /** Of an imported submission. */
  imported_at?: string;
  source: SubmissionCreated['data']['source'];
  /** In the order of the form's questions; null for no answer. */
  answers: readonly unknown[];
  /** The telephone numbers among the answers, by the id of the field. */
  e164?: Readonly<Record<string, string>>;
  payment: Payment | null;
}>;

/** Oldest first, and read backwards: a store fills its pages best where new entries come at the end. */
const inTime = { is_complete: 1, submitted_at: 1, _id: 1 } as const;

/**
 * The indexes of the submission lists. A list of all submissions merges the ranges of complete and incomplete
 * ones.
 */
export const submissionIndexes = {
  ofAccount: { account_id: 1, ...inTime },
  ofForm: { account_id: 1, form_id: 1, ...inTime },
} as const satisfies Record<string, Index['keys']>;

/** The index of the submissions that are paid, by the provider's id of the payment. */
export const paymentIndex = {
  keys: { 'payment.id': 1 },
  sparse: true,
} as const satisfies Index;

/**
 * Counts submissions in their own model, not in the forms model: only the collection that stores a submission
 * knows whether an erased submission had been counted.
 */
export const countsByForm: Counter = {
  prefix: 'form:',
  adds: 'SubmissionCreated',
  removes: 'SubmissionErased',
  of: ({ event }) =>
    event.type === 'SubmissionCreated'
      ? event.data.form.id
      : event.type === 'SubmissionErased'
        ? event.data.formId
        : null,
};

/** Each submission with its answers and its payment. */
export const submissions: Projection<SubmissionDocument> = {
  name: 'submissions',
  version: 5,
  streamPrefixes: ['submission-', 'audit-'],
  erasedBy: ['SubmissionErased'],
  counter: countsByForm,
  indexes: [...Object.values(submissionIndexes).map((keys) => ({ keys })), paymentIndex],
  accountListing: { at: 'submitted_at', each: { is_complete: [true, false] } },
  keyOfStream: (stream) => idAfter('submission-', stream),
  key: ({ event, stream }) =>
    event.type === 'SubmissionErased' ? event.data.submissionId : idAfter('submission-', stream),
  on: {
    SubmissionCreated: (_, { event }) => {
      const { accountId, form, answers, e164, isComplete, source, importedAt, at } = event.data;
      return {
        account_id: accountId,
        form_id: form.id,
        ...(isCopied(form)
          ? { form_revision: null, form_definition: form }
          : { form_revision: form.revision }),
        is_complete: isComplete,
        submitted_at: at,
        ...(importedAt !== undefined && { imported_at: importedAt }),
        source,
        answers,
        ...(e164 !== undefined && { e164 }),
        payment: null,
      };
    },
    SubmissionErased: () => null,
    SubmissionPaymentCompleted: (doc, { event }) => {
      // The document has the same members for events of every version.
      const { fieldId: _, ...payment } = event.data.payment;
      return doc && { ...doc, payment };
    },
  },
};
