import type { Question } from '../../../domain/form/definition.ts';
import type { FormDefinitions } from '../../../log/form-definitions.ts';
import type { CollectionOf, Stored } from '../../collections.ts';
import { hinted } from '../../queries/hinted.ts';
import { newerThan, type Page, type PageRequest, readLargePage, within } from '../../queries/keyset.ts';
import { type SubmissionDocument, submissionIndexes } from './document.ts';
import { withRawAnswers } from './labelled-submissions.ts';
import { ofProgress, type SubmissionFilter } from './listed-submissions.ts';
import { submissions } from './projection.ts';

/** The submissions of a form whose answers are read. */
export interface AnsweredBy extends Pick<SubmissionFilter, 'since' | 'until' | 'isComplete'> {
  readonly accountId: string;
  readonly formId: string;
  readonly source?: SubmissionDocument['source'] | undefined;
}

/** The answers of a submission, and the questions that they answer, in the same order. */
export interface AnsweredQuestions {
  readonly id: string;
  /** When it was completed; of one that is not complete, when it was begun. */
  readonly at: string;
  /** The version of the form that was answered. */
  readonly version: number;
  /** The same array for all submissions to one revision of the form. */
  readonly questions: readonly Question[];
  /** Null for no answer. */
  readonly values: readonly unknown[];
}

export interface AnswerQueries {
  /** Returns the answers of submissions by (submitted_at, id), oldest first. */
  answerPage(by: AnsweredBy, page: PageRequest): Promise<Page<AnsweredQuestions>>;
  /** Counts submissions, whatever their source. */
  answeredBy(by: AnsweredBy): Promise<number>;
}

/** What is read of a document. Documents of version 3 hold the version of their form. */
const answeredFields = {
  form_id: 1,
  form_revision: 1,
  form_definition: 1,
  form_version: 1,
  submitted_at: 1,
  answers: 1,
} as const;
export type AnsweredDocument = Pick<
  SubmissionDocument,
  Extract<keyof typeof answeredFields, keyof SubmissionDocument>
>;

/** @param definitions the forms as they were answered */
export const answerQueries =
  (definitions: FormDefinitions) =>
  (collectionOf: CollectionOf): AnswerQueries => {
    const collection = collectionOf(submissions);

    const selected = ({ accountId, formId, isComplete, since, until }: AnsweredBy) => ({
      account_id: accountId,
      form_id: formId,
      ...ofProgress({ isComplete }),
      ...within('submitted_at', since, until),
    });

    return {
      async answerPage(by, { limit, after }) {
        const { items, next } = await hinted((isHinted) => {
          const ofSource = by.source === undefined ? {} : { source: by.source };
          const cursor = collection
            .find({ $and: [{ ...selected(by), ...ofSource }, newerThan('submitted_at', after)] })
            .sort({ submitted_at: 1, _id: 1 })
            .project<Stored<AnsweredDocument>>(answeredFields)
            // Otherwise, the first batch of a page has 101 documents, and the rest takes another request.
            .batchSize(limit + 1);
          if (isHinted) cursor.hint(submissionIndexes.ofForm);
          return readLargePage(cursor, limit, ({ submitted_at: at }) => at);
        });
        const answered: AnsweredQuestions[] = [];
        for (const item of items) {
          const { version, questions, values } = await withRawAnswers(definitions, item);
          answered.push({ id: item.id, at: item.submitted_at, version, questions, values });
        }
        return { items: answered, next };
      },
      answeredBy: (by) =>
        hinted((isHinted) =>
          collection.countDocuments(selected(by), isHinted ? { hint: submissionIndexes.ofForm } : {}),
        ),
    };
  };
