import { stringify } from 'csv-stringify/sync';
import { answersByLabel } from '../../../domain/submission/answers-by-label.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { EventLog } from '../../../log/event-log.ts';
import type {
  SubmissionQueries,
  SubmissionView,
} from '../../../projections/read-models/submissions/queries.ts';
import type { Keyset } from '../../../projections/queries/keyset.ts';
import { submissionRecord } from '../../public/submission-schemas.ts';

const pageSize = 500;

/** What is exported, and from which place on. */
export interface Exported {
  readonly queries: SubmissionQueries;
  readonly accountId: string;
  readonly formId: string;
  readonly after?: Keyset | undefined;
  /** Those that are left out. */
  readonly without?: ReadonlySet<string>;
}

/** The submissions, oldest first, a page at a time. */
async function* pagesOf({ queries, accountId, formId, after, without }: Exported) {
  for (let place = after, more = true; more;) {
    const { items, next } = await queries.oldestFirst(accountId, formId, { limit: pageSize, after: place });
    yield without ? items.filter(({ id }) => !without.has(id)) : items;
    more = next !== null;
    place = next ?? undefined;
  }
}

/** The submissions as objects, as the API answers one of them; a line each. */
export async function* submissionLines(exported: Exported): AsyncGenerator<string> {
  for await (const page of pagesOf(exported))
    yield page.map((submission) => `${JSON.stringify(submissionRecord(submission))}\n`).join('');
}

const frame = ['id', 'submitted_at', 'is_complete', 'source', 'form_version'] as const;

/**
 * The submissions as CSV, a column for each question that the form has ever asked. Cells that a spreadsheet
 * would run as a formula begin with an apostrophe. From a later place on it comes without the headings.
 */
export async function* submissionTable(log: EventLog, exported: Exported): AsyncGenerator<string> {
  const questions = await questionsEver(log, exported.formId);
  const labels = Object.keys(answersByLabel(questions));
  if (!exported.after) yield csv([[...frame, 'payment', ...labels]]);
  const rowOf = (submission: SubmissionView): string[] => {
    const valueOf = new Map(submission.answers.map(({ fieldId, value }) => [fieldId, value]));
    const cells = [...frame.map((name) => submission[name]), submission.payment];
    return [...cells, ...questions.map(({ fieldId }) => valueOf.get(fieldId))].map(asCell);
  };
  for await (const page of pagesOf(exported)) yield csv(page.map(rowOf));
}

/** Each question once, under its latest label, in the order in which they came to be. */
async function questionsEver(log: EventLog, formId: string) {
  const questions = new Map<
    string,
    Omit<SubmissionView['answers'][number], 'value' | 'display'> & { value: null }
  >();
  for await (const { event } of log.readStream(streamOf.form(formId)))
    if (event.type === 'FormCreated' || event.type === 'FormFieldsChanged')
      for (const { id: fieldId, key, label, kind } of event.data.fields)
        questions.set(fieldId, { fieldId, key, label, kind, value: null });
  return [...questions.values()];
}

function asCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return withoutHiddenFormulas(value);
  if (Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return withoutHiddenFormulas(value.join('; '));
  return JSON.stringify(value);
}

/** The first characters of a formula, or of a request to another program, in every width. */
const sign = /^[=+\-@|\uFF1D\uFF0B\uFF0D\uFF20\uFF5C\uFE62\uFE63\uFE66\uFE6B]/;
/** The signs that the library does not know. */
const furtherSign = /^[|\uFF5C\uFE62\uFE63\uFE66\uFE6B]/;
/** Semicolons, white space, and invisible characters, such as a zero-width space or a mark of direction. */
const gap = /[;\s\p{C}\p{Default_Ignorable_Code_Point}]+/gu;

/**
 * A spreadsheet of another locale splits a cell at semicolons, and some drop invisible characters: text that would then begin a formula
 * gets an apostrophe, as the library gives to a cell that begins with one.
 */
function withoutHiddenFormulas(text: string): string {
  const guarded = text.replace(gap, (run, offset: number) => {
    if (!sign.test(text.charAt(offset + run.length))) return run;
    const splits = /[;\t\r\n][^\s;]*$/.test(run);
    return `${offset === 0 && !run.startsWith(';') ? "'" : ''}${run}${splits ? "'" : ''}`;
  });
  return furtherSign.test(guarded) ? `'${guarded}` : guarded;
}

const csv = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((row) => [...row]),
    // Of line breaks the library quotes the record delimiter alone; many readers begin a row at any.
    { escape_formulas: true, record_delimiter: 'windows', quoted_match: /[\r\n]/ },
  );
