import { openTurns } from '../../../async/turns.ts';
import type { Question } from '../../../domain/form/definition.ts';
import type { FieldDefinition, FieldKind } from '../../../domain/form/field.ts';
import { rangeOf } from '../../../domain/form/kind-rules.ts';
import { questionId, tableQuestions } from '../../../domain/submission/table/table-questions.ts';
import { hasChosen } from '../../../domain/submission/tally/answer-condition.ts';
import { countAnswer } from '../../../domain/submission/tally/count-answer.ts';
import type { QuestionFigures } from '../../../domain/submission/tally/figures.ts';
import { questionFigures, type TalliedQuestion } from '../../../domain/submission/tally/figures-of.ts';
import { stopWordsOf } from '../../../domain/submission/tally/stop-words.ts';
import { emptyTally, merge, type Tally } from '../../../domain/submission/tally/tally.ts';
import type {
  AnsweredBy,
  AnsweredQuestions,
  AnswerQueries,
} from '../../read-models/submissions/answer-pages.ts';
import type { Keyset } from '../keyset.ts';

/** The submissions whose answers are counted. */
export interface AnswerSelection extends AnsweredBy {
  /** The versions of the form; all if absent. */
  readonly versions?: readonly number[] | undefined;
  /** Only submissions that chose an option of a question. */
  readonly chosen?: { readonly fieldId: string; readonly value: string } | undefined;
}

/** What is counted of the answers to a form. */
export interface CountedAnswers {
  /** When the count began, ISO 8601. */
  readonly counted_at: string;
  readonly submissions: number;
  /** The questions of the present form in its order, and then those that it no longer asks. */
  readonly questions: readonly QuestionFigures[];
}

/** The form whose answers are counted. */
export interface CountedForm {
  /** The fields of each version, oldest first. */
  readonly versions: readonly (readonly FieldDefinition[])[];
  readonly language?: string | null | undefined;
  /** The submissions that are left out. */
  readonly without: { has(id: string): boolean };
}

const pageSize = 500;

/** The size of all different words of a form, in characters: some ten megabytes. */
const roomForNames = 20_000_000;
/** The same of one question. */
const roomOfQuestion = 1_000_000;

const textKinds: ReadonlySet<FieldKind> = new Set(['short_text', 'long_text', 'hidden']);

/**
 * Counts answers, a page at a time, while other requests have their turns.
 * @param onPage gets the number of submissions that have been read; throws to end the count
 */
export async function countAnswers(
  queries: Pick<AnswerQueries, 'answerPage'>,
  { versions, language, without }: CountedForm,
  selection: AnswerSelection,
  onPage: (read: number) => void,
): Promise<Omit<CountedAnswers, 'counted_at'>> {
  const questions = talliedQuestions(versions);
  const total = openTallies(questions);
  const turns = openTurns();
  let [read, submissions] = [0, 0];
  for await (const items of pagesAhead(queries, selection)) {
    const tallies = openTallies(questions);
    for (const submission of items) {
      if (turns.isOver()) await turns.next();
      if (without.has(submission.id) || !isSelected(submission, selection)) continue;
      tallies.add(submission);
      submissions++;
    }
    total.merge(tallies);
    read += items.length;
    onPage(read);
    await turns.next();
  }
  const stopWords = stopWordsOf(language);
  const figures: QuestionFigures[] = [];
  for (const [index, question] of questions.entries()) {
    if (turns.isOver()) await turns.next();
    figures.push(questionFigures(question, total.all[index] ?? emptyTally(), stopWords));
  }
  return { submissions, questions: figures };
}

/** The pages of a selection. While one is counted, the store already reads the next. */
async function* pagesAhead(
  queries: Pick<AnswerQueries, 'answerPage'>,
  selection: AnswerSelection,
): AsyncGenerator<readonly AnsweredQuestions[]> {
  const read = (after?: Keyset) => queries.answerPage(selection, { limit: pageSize, after });
  for (let page = await read(); ;) {
    const next = page.next === null ? null : read(page.next);
    // A count that ends before the page is there does not wait for it.
    next?.catch(() => undefined);
    yield page.items;
    if (next === null) return;
    page = await next;
  }
}

/** Each question that a form has ever asked, with the numbers that it last took. */
function talliedQuestions(versions: CountedForm['versions']): readonly TalliedQuestion[] {
  const fields = new Map(
    versions.flat().map((field) => [questionId({ ...field, fieldId: field.id }), field]),
  );
  return tableQuestions(versions).map((question) => ({
    ...question,
    range: rangeOf(question.kind, fields.get(questionId(question))?.validation),
  }));
}

/** The tallies of all questions, in order. */
function openTallies(questions: readonly TalliedQuestion[]) {
  const texts = questions.filter(({ kind }) => textKinds.has(kind)).length;
  const room = Math.min(roomOfQuestion, Math.floor(roomForNames / Math.max(1, texts)));
  const all: readonly Tally[] = questions.map(({ kind }) =>
    emptyTally(textKinds.has(kind) ? room : Infinity),
  );
  const indexes = new Map(questions.map((question, index) => [questionId(question), index]));
  const places = new WeakMap<readonly Question[], readonly (Tally | undefined)[]>();

  /** The tallies of the questions of a version. */
  function talliesOf(asked: readonly Question[]): readonly (Tally | undefined)[] {
    const known = places.get(asked);
    if (known) return known;
    const made = asked.map((question) => all[indexes.get(questionId(question)) ?? -1]);
    places.set(asked, made);
    return made;
  }

  return {
    all,
    add(submission: AnsweredQuestions): void {
      const { questions: asked, values } = submission;
      const tallies = talliesOf(asked);
      for (const [index, { kind }] of asked.entries()) {
        const tally = tallies[index];
        if (tally) countAnswer(tally, kind, values[index], submission);
      }
    },
    merge(others: { readonly all: readonly Tally[] }): void {
      for (const [index, tally] of all.entries()) {
        const other = others.all[index];
        if (other && other.asked > 0) merge(tally, other);
      }
    },
  };
}

function isSelected(
  { version, questions, values }: AnsweredQuestions,
  { versions, chosen }: AnswerSelection,
): boolean {
  if (versions && !versions.includes(version)) return false;
  if (!chosen) return true;
  const answers = questions.map(({ fieldId }, index) => ({ fieldId, value: values[index] }));
  return hasChosen(answers, chosen);
}
