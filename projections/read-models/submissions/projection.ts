import { type AnsweredForm, isCopied } from '../../../domain/submission/answered-form.ts';
import { changedAnswers } from '../../../domain/submission/present.ts';
import { type IndexedAnswers, indexedWords } from '../../../domain/submission/search/indexed-words.ts';
import { type Counter, idAfter, type Projection } from '../../projection.ts';
import {
  correctionIndex,
  expiryIndex,
  paymentIndex,
  type SubmissionDocument,
  submissionIndexes,
  wordIndex,
} from './document.ts';

/**
 * Counts submissions in their own model, not in the forms model: only the collection that stores a submission
 * knows whether an erased submission had been counted. Complete ones count, and apart those of them that were begun before.
 */
export const countsByForm: Counter<SubmissionDocument> = {
  prefix: 'form:',
  of: ({ event }) => {
    switch (event.type) {
      case 'SubmissionCreated':
      case 'SubmissionCompleted':
        return event.data.form.id;
      case 'SubmissionErased':
        return event.data.formId;
      default:
        return null;
    }
  },
  none: { count: 0, begun: 0 },
  adds: { SubmissionCreated: { count: 1, begun: 0 }, SubmissionCompleted: { count: 1, begun: 1 } },
  removes: 'SubmissionErased',
  counted: ({ started_at, is_complete }) => {
    const isBegun = started_at !== undefined;
    return { count: Number(!isBegun || is_complete), begun: Number(isBegun && is_complete) };
  },
};

/** Each submission with its present answers and its payment. */
export const submissions: Projection<SubmissionDocument> = {
  name: 'submissions',
  version: 7,
  streamPrefixes: ['submission-', 'audit-'],
  erasedBy: ['SubmissionErased'],
  counter: countsByForm,
  indexes: [
    ...Object.values(submissionIndexes).map((keys) => ({ keys })),
    paymentIndex,
    expiryIndex,
    correctionIndex,
    wordIndex,
  ],
  accountListing: { at: 'submitted_at', each: { is_complete: [true, false] } },
  keyOfStream: (stream) => idAfter('submission-', stream),
  key: ({ event, stream }) =>
    event.type === 'SubmissionErased' ? event.data.submissionId : idAfter('submission-', stream),
  on: {
    SubmissionCreated: (_, { event, revision }) => {
      const { accountId, form, answers, e164, isComplete, source, importedAt, at } = event.data;
      return {
        account_id: accountId,
        ...formOf(form),
        is_complete: isComplete,
        submitted_at: at,
        ...(importedAt !== undefined && { imported_at: importedAt }),
        source,
        ...answered({ answers, e164 }),
        payment: null,
        revision,
      };
    },
    SubmissionStarted: (_, { event, revision }) => {
      const { accountId, form, answers, e164, source, lastFieldId, expiresAt, at } = event.data;
      return {
        account_id: accountId,
        ...formOf(form),
        is_complete: false,
        submitted_at: at,
        started_at: at,
        expires_at: expiresAt,
        last_field_id: lastFieldId,
        source,
        ...answered({ answers, e164 }),
        payment: null,
        revision,
      };
    },
    SubmissionSaved: (doc, { event, revision }) => {
      if (!doc) return null;
      const { changes, lastFieldId, expiresAt, at } = event.data;
      const { e164: _, ...rest } = doc;
      return {
        ...rest,
        saved_at: at,
        expires_at: expiresAt,
        last_field_id: lastFieldId,
        ...answered(changedAnswers(doc, changes)),
        revision,
      };
    },
    SubmissionCompleted: (_, { event, revision }) => {
      const { accountId, form, answers, removed, e164, source, startedAt, at } = event.data;
      return {
        account_id: accountId,
        ...formOf(form),
        is_complete: true,
        submitted_at: at,
        started_at: startedAt,
        source,
        ...answered({ answers, e164 }),
        ...(removed !== undefined && { removed }),
        payment: null,
        revision,
      };
    },
    SubmissionCorrected: (doc, { event, revision }) => {
      if (!doc) return null;
      const { answers, removed, e164, at } = event.data;
      const { e164: _, removed: __, ...rest } = doc;
      return {
        ...rest,
        corrected_at: at,
        corrections: (doc.corrections ?? 0) + 1,
        ...answered({ answers, e164 }),
        ...(removed !== undefined && { removed }),
        revision,
      };
    },
    SubmissionExpired: moved,
    SubmissionLinksRevoked: moved,
    SubmissionReservationLapsed: moved,
    SubmissionPaymentRefused: moved,
    SubmissionErased: () => null,
    SubmissionPaymentCompleted: (doc, { event, revision }) => {
      // The document has the same members for events of every version.
      const { fieldId: _, ...payment } = event.data.payment;
      return doc && { ...doc, payment, revision };
    },
  },
};

/** The members of a document that follow from its answers. */
const answered = ({ answers, e164 }: IndexedAnswers) => ({
  answers,
  ...(e164 !== undefined && { e164 }),
  words: indexedWords({ answers, e164 }),
});

/** The document after an event that changes nothing else. */
function moved(
  doc: SubmissionDocument | null,
  { revision }: { readonly revision: number },
): SubmissionDocument | null {
  return doc && { ...doc, revision };
}

const formOf = (form: AnsweredForm) => ({
  form_id: form.id,
  ...(isCopied(form) ? { form_revision: null, form_definition: form } : { form_revision: form.revision }),
});
