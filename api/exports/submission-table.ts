import { filesIn } from '../../domain/file/stored-file.ts';
import type { Question } from '../../domain/form/definition.ts';
import { moneyText } from '../../domain/submission/currencies.ts';
import { type AnswerColumn, answerColumns, type TableLayout } from '../../domain/submission/table/columns.ts';
import { frame } from '../../domain/submission/table/frame.ts';
import { joinList } from '../../domain/submission/table/lists.ts';
import { questionId, tableQuestions } from '../../domain/submission/table/table-questions.ts';
import { type CellWriter, cellWriter } from '../../domain/submission/table/write-cells.ts';
import type { EventLog } from '../../log/event-log.ts';
import { fieldsOfVersions } from '../../log/fields-of-versions.ts';
import type { SubmissionView } from '../../projections/read-models/submissions/queries.ts';
import { timeWriter } from './time-zones.ts';

/** What is in the cells of a column. */
export type CellContent = 'text' | 'number' | 'phone' | 'date';

export interface SubmissionTable {
  readonly headings: readonly string[];
  readonly contents: readonly CellContent[];
  /** Returns the cells of a submission, as many as there are headings. */
  rowOf(submission: SubmissionView): string[];
}

export interface TableOptions extends TableLayout {
  /** The zone of the times at which submissions were made and paid. */
  readonly timeZone: string;
  /** Returns what stands for the files of a submission, by their ids; by default their names or their descriptions. */
  readonly filesOf?: ((submission: SubmissionView) => ReadonlyMap<string, string>) | undefined;
}

/**
 * Prepares the table of a form's submissions: a row for each, with columns for all questions that the form has ever asked, those of
 * the present form first and in its order.
 */
export async function submissionTable(
  log: Pick<EventLog, 'readStream'>,
  formId: string,
  { timeZone, filesOf, ...layout }: TableOptions,
): Promise<SubmissionTable> {
  const columns = answerColumns(tableQuestions(await fieldsOfVersions(log, formId)), layout, frame);
  const writersOf = writers(columns, layout);
  const timeIn = timeWriter(timeZone);
  return {
    headings: [...frame, ...columns.map(({ heading }) => heading)],
    contents: [...frame.map(() => 'text' as const), ...columns.map(contentOf)],
    rowOf(submission) {
      const { id, submitted_at, is_complete, source, form_version, payment, corrected_at } = submission;
      const { questions, answers } = submission;
      const cells = [
        id,
        timeIn(submitted_at),
        String(is_complete),
        source,
        String(form_version),
        ...(payment
          ? [
              moneyText(payment.amount, payment.currency),
              payment.provider,
              payment.id,
              timeIn(payment.paidAt),
            ]
          : ['', '', '', '']),
        corrected_at === undefined ? '' : timeIn(corrected_at),
        ...columns.map(() => ''),
      ];
      const files = filesOf?.(submission);
      writersOf(questions).forEach((ofQuestion, index) => {
        const { kind, value } = answers[index] ?? {};
        for (const { column, write } of ofQuestion)
          cells[frame.length + column] = files && kind === 'file' ? listOf(value, files) : write(value);
      });
      return cells;
    },
  };
}

const listOf = (value: unknown, files: ReadonlyMap<string, string>): string =>
  joinList(filesIn(value).map(({ id, name }) => files.get(id) ?? name));

interface ColumnWriter {
  readonly column: number;
  readonly write: CellWriter;
}

/** Returns the writers of each question of a form's version; prepared once for each version. */
function writers(columns: readonly AnswerColumn[], { display }: Pick<TableLayout, 'display'>) {
  const byQuestion = new Map<string, (readonly [index: number, part: AnswerColumn['part']])[]>();
  columns.forEach(({ question, part }, index) => {
    const id = questionId(question);
    byQuestion.set(id, [...(byQuestion.get(id) ?? []), [index, part]]);
  });
  const prepared = new WeakMap<readonly Question[], readonly (readonly ColumnWriter[])[]>();
  return (questions: readonly Question[]) => {
    const known = prepared.get(questions);
    if (known) return known;
    const made = questions.map((question) =>
      (byQuestion.get(questionId(question)) ?? []).map(([column, part]) => ({
        column,
        write: cellWriter(question, part, display),
      })),
    );
    prepared.set(questions, made);
    return made;
  };
}

function contentOf({ question: { kind }, part }: AnswerColumn): CellContent {
  switch (kind) {
    case 'number':
    case 'rating':
    case 'scale':
    case 'nps':
      return 'number';
    case 'phone':
      return 'phone';
    case 'date':
      return 'date';
    case 'payment':
      return part === 'amount' ? 'number' : 'text';
    case 'multiple_choice':
    case 'ranking':
      return part === null ? 'text' : 'number';
    case 'short_text':
    case 'long_text':
    case 'email':
    case 'url':
    case 'yes_no':
    case 'consent':
    case 'single_choice':
    case 'dropdown':
    case 'time':
    case 'datetime':
    case 'address':
    case 'full_name':
    case 'matrix':
    case 'file':
    case 'hidden':
    case 'statement':
      return 'text';
    default:
      return kind satisfies never;
  }
}
