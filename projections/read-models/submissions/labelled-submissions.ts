import type { FormDefinition, Question } from '../../../domain/form/definition.ts';
import type { AnsweredForm, RecordedAnswer } from '../../../domain/submission/answered-form.ts';
import {
  type DisplayedAnswer,
  displayedAnswers,
  labelledAnswers,
} from '../../../domain/submission/labelled.ts';
import type { FormDefinitions } from '../../../log/form-definitions.ts';
import type { View } from '../../queries/keyset.ts';
import type { SubmissionDocument } from './document.ts';

type FormOf = Pick<SubmissionDocument, 'form_id' | 'form_revision' | 'form_definition'>;

/** The document of version 3, which is read until version 4 is built: it held titles and labels itself. */
interface Version3 {
  readonly form_title: string;
  readonly form_version: number;
  readonly created_at: string;
  readonly answers: readonly RecordedAnswer[];
}

/** A document without the reference to its form, and with the form's title and version at the time of the submission. */
type Titled<S> = Omit<S, 'form_revision' | 'form_definition' | 'words'> &
  Pick<Version3, 'form_title' | 'form_version' | 'created_at'>;

/** A document with its answers and the questions that they answer. */
type Labelled<S> = Omit<Titled<S>, 'answers'> & Pick<Version3, 'answers'>;
/** A submission with its answers as people saw them, and the questions that they answer. */
export type SubmissionView = Omit<Titled<View<SubmissionDocument>>, 'answers'> &
  Readonly<{ answers: readonly DisplayedAnswer[]; questions: readonly Question[] }>;

const isVersion3 = <S extends object>(doc: S): doc is S & Version3 => 'form_version' in doc;
const hasTitle = <S extends object>(doc: S): doc is S & Pick<Version3, 'form_title'> => 'form_title' in doc;

/** Returns the form that a document names. */
const answeredForm = ({ form_id: id, form_revision, form_definition }: FormOf): AnsweredForm =>
  form_definition ?? { id, revision: form_revision ?? 0 };

/** Returns the form's title at the time of a submission. @throws LogUnavailable */
export async function titleAtThatTime(definitions: FormDefinitions, doc: FormOf): Promise<string> {
  if (hasTitle(doc)) return doc.form_title;
  const { title } = await definitions.of(answeredForm(doc));
  return title;
}

/** Joins the questions that were asked with their answers. @throws LogUnavailable */
export async function withQuestions<S extends SubmissionDocument>(
  definitions: FormDefinitions,
  doc: S,
): Promise<Labelled<S>> {
  if (isVersion3(doc)) return doc;
  const form = await definitions.of(answeredForm(doc));
  return { ...titled(doc, form), answers: labelledAnswers(form.questions, doc.answers) };
}

/** Joins the questions that were asked with their answers as people saw them. @throws LogUnavailable */
export async function withDisplay(
  definitions: FormDefinitions,
  doc: View<SubmissionDocument>,
): Promise<SubmissionView> {
  if (isVersion3(doc)) {
    const { answers }: Version3 = doc;
    const values = answers.map(({ value }) => value);
    return { ...doc, answers: displayedAnswers(answers, { answers: values }), questions: answers };
  }
  const form = await definitions.of(answeredForm(doc));
  const { questions } = form;
  return { ...titled(doc, form), answers: displayedAnswers(questions, doc), questions };
}

/** The version of the form that a submission answers, its questions, and the values that answer them, in order. */
interface RawAnswers {
  readonly version: number;
  readonly questions: readonly Question[];
  readonly values: readonly unknown[];
}

/** Joins the questions that were asked with the values that answer them. @throws LogUnavailable */
export async function withRawAnswers(
  definitions: FormDefinitions,
  doc: FormOf & Pick<SubmissionDocument, 'answers'>,
): Promise<RawAnswers> {
  if (isVersion3(doc)) {
    const { answers, form_version: version }: Version3 = doc;
    return { version, questions: answers, values: answers.map(({ value }) => value) };
  }
  const { version, questions } = await definitions.of(answeredForm(doc));
  return { version, questions, values: doc.answers };
}

function titled<S extends SubmissionDocument>(doc: S, { title, version }: FormDefinition): Titled<S> {
  const { form_revision: _, form_definition: _copied, words: _words, ...rest } = doc;
  const { account_id, form_id, is_complete, submitted_at, started_at, imported_at } = doc;
  // A state in a history shows its members in this order.
  const inOrder = {
    account_id,
    form_id,
    form_title: title,
    form_version: version,
    is_complete,
    submitted_at,
  };
  return { ...inOrder, created_at: imported_at ?? started_at ?? submitted_at, ...rest };
}
