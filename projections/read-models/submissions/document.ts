import type { CopiedDefinition } from '../../../domain/form/definition.ts';
import type { RecordedAnswer } from '../../../domain/submission/answered-form.ts';
import type { Payment, SubmissionCreated } from '../../../domain/submission/events.ts';
import type { Index } from '../../projection.ts';

/** Holds the values alone: the questions and the title are joined from the form's definition as it is read. */
export type SubmissionDocument = Readonly<{
  account_id: string;
  form_id: string;
  /** The revision of the form that was answered; null if the event copied the form's definition. */
  form_revision: number | null;
  form_definition?: CopiedDefinition;
  is_complete: boolean;
  /** When it was completed; of one that is not complete, when it was begun. */
  submitted_at: string;
  /** When it was begun. Absent from a submission that was created in one step. */
  started_at?: string;
  /** Of a submission that is not complete: when it was last saved and when it expires, and the last answered field. */
  saved_at?: string;
  expires_at?: string;
  last_field_id?: string | null;
  /** When the answers were last corrected, and how often. */
  corrected_at?: string;
  corrections?: number;
  /** Of an imported submission. */
  imported_at?: string;
  source: SubmissionCreated['data']['source'];
  /** In the order of the form's questions; null for no answer. */
  answers: readonly unknown[];
  /** The words by which the search finds it, by `indexedWords`. Absent from documents before version 7. */
  words?: readonly string[];
  /** The telephone numbers among the answers, by the id of the field. */
  e164?: Readonly<Record<string, string>>;
  /** The answers to questions that the form had when the submission was begun, and no longer had when it was completed. */
  removed?: readonly RecordedAnswer[];
  payment: Payment | null;
  /** The revision of the submission's own stream, which `If-Match` is compared with. */
  revision: number;
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

/** The index of the words of answers. Of a whole word, it has the submissions in the order of time. */
export const wordIndex = {
  keys: { form_id: 1, words: 1, submitted_at: 1, _id: 1 },
  sparse: true,
} as const satisfies Index;

/** The index of the submissions that are paid, by the provider's id of the payment. */
export const paymentIndex = {
  keys: { 'payment.id': 1 },
  sparse: true,
} as const satisfies Index;

/** The index of the submissions that were corrected, by the last time. */
export const correctionIndex = {
  keys: { corrected_at: -1, _id: -1 },
  sparse: true,
} as const satisfies Index;

/** The index of the submissions that expire: those that are not complete. */
export const expiryIndex = {
  keys: { expires_at: 1 },
  sparse: true,
} as const satisfies Index;
