import type { Static } from 'typebox';
import type { FormDefinition } from '../../domain/form/definition.ts';
import { distinctNames } from '../../domain/submission/answers-by-label.ts';
import { displaysOf } from '../../domain/submission/display.ts';
import { arrivedAt, type Payment } from '../../domain/submission/events.ts';
import type { PresentSubmission } from '../../domain/submission/present.ts';
import type { AnsweredField, SubmissionRecord } from '../contract/submissions/submission-schemas.ts';
import { withLinks } from './files.ts';
import { type LinkOf, paymentRecord, progressOf, removedField } from './submissions.ts';

type Questions = FormDefinition['questions'];

/** The parts of an answer that all submissions of a form share, encoded as JSON. */
interface EncodedQuestions {
  /** The name of each answer, in the form's order. */
  readonly names: readonly string[];
  /** Each field up to its value. */
  readonly fields: readonly string[];
  /** The id of each field that asks for a telephone number; null for the others. */
  readonly phones: readonly (string | null)[];
  /** Whether each asks for files. */
  readonly files: readonly boolean[];
}

const encoded = new WeakMap<Questions, EncodedQuestions>();

/** Returns the encoded questions; encoded once for each array, which never changes. */
function encodedQuestions(questions: Questions): EncodedQuestions {
  const known = encoded.get(questions);
  if (known) return known;
  const names = distinctNames(questions).map((name) => `${JSON.stringify(name)}:`);
  const fields = questions.map(({ fieldId: id, key, label, kind }) => {
    const field: Omit<Static<typeof AnsweredField>, 'value' | 'display' | 'e164'> = { id, key, label, kind };
    return `${JSON.stringify(field).slice(0, -1)},"value":`;
  });
  const phones = questions.map(({ fieldId, kind }) => (kind === 'phone' ? fieldId : null));
  const files = questions.map(({ kind }) => kind === 'file');
  const made = { names, fields, phones, files };
  encoded.set(questions, made);
  return made;
}

type Head = Omit<Static<typeof SubmissionRecord>, 'answers' | 'fields' | 'removed_fields' | 'payment'>;
type Tail = Pick<Static<typeof SubmissionRecord>, 'removed_fields' | 'payment'>;

/**
 * Encodes a submission from the command's result as JSON, equal to `submissionJson` of the later document of the
 * read model. Labels are not encoded again for each submission: they are most of what is answered.
 */
export function createdSubmission(
  created: PresentSubmission,
  form: FormDefinition,
  linkOf: LinkOf,
  payment: Payment | null = null,
): string {
  const head: Head = {
    id: created.submissionId,
    form_id: form.id,
    form_title: form.title,
    is_complete: created.isComplete,
    submitted_at: created.at,
    ...progressOf(membersOf(created)),
    created_at: arrivedAt(created),
    source: created.source,
    ...(created.importedAt !== undefined && { imported_at: created.importedAt }),
    form_version: form.version,
  };
  const { names, fields, phones, files } = encodedQuestions(form.questions);
  const displays = displaysOf(form.questions);
  const values = fields.map((_, index) => {
    const value = created.answers[index] ?? null;
    return JSON.stringify(files[index] === true ? withLinks(value, linkOf) : value);
  });
  const answers = names.map((name, index) => `${name}${values[index]}`);
  const answered = fields.map((field, index) => {
    const value: unknown = created.answers[index];
    const display = displays[index]?.(value) ?? null;
    // Most answers are texts, which are encoded already.
    const text = display === (value ?? null) ? values[index] : JSON.stringify(display);
    const phone = phones[index] ?? null;
    const number = phone === null ? '' : `,"e164":${JSON.stringify(created.e164?.[phone] ?? null)}`;
    return `${field}${values[index]},"display":${text}${number}}`;
  });
  const tail: Tail = {
    ...(created.removed !== undefined && { removed_fields: created.removed.map(removedField) }),
    ...(payment && { payment: paymentRecord(payment) }),
  };
  const rest = Object.keys(tail).length === 0 ? '}' : `,${JSON.stringify(tail).slice(1)}`;
  return `${JSON.stringify(head).slice(0, -1)},"answers":{${answers.join(',')}},"fields":[${answered.join(',')}]${rest}`;
}

/** The members of a submission in a list that show its progress. */
const membersOf = ({
  isComplete,
  startedAt,
  savedAt,
  expiresAt,
  correctedAt,
  corrections,
}: PresentSubmission) => ({
  is_complete: isComplete,
  ...(startedAt !== undefined && { started_at: startedAt }),
  ...(savedAt !== undefined && { saved_at: savedAt }),
  ...(expiresAt !== undefined && { expires_at: expiresAt }),
  ...(correctedAt !== undefined && { corrected_at: correctedAt }),
  ...(corrections !== undefined && { corrections }),
});
