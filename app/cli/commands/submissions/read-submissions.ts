import type { Command } from 'commander';
import Type, { type Static } from 'typebox';
import * as contract from '../../../../api/contract/submissions/submission-schemas.ts';
import { submissionStatuses } from '../../../../domain/submission/status.ts';
import { response } from '../../client/response-schema.ts';
import {
  type CliContext,
  type CommonOptions,
  type OfCopy,
  openSession,
  withProjection,
  withService,
} from '../../context.ts';
import { misused } from '../../failure.ts';
import { integerFrom, oneOf, timestamp } from '../../input/option-values.ts';
import { type Column, type Output, printItem, printList } from '../../terminal/output.ts';
import { searchSubmissions } from './search-submissions.ts';
import { withAnswerFilter } from './selection-options.ts';
import { SubmissionItem } from './submission-item.ts';

const AnsweredField = response(contract.AnsweredField, 'key', 'label', 'value');
export const Submission = Type.Intersect([
  SubmissionItem,
  Type.Object({ fields: Type.Array(AnsweredField) }),
]);

const columns: readonly Column<Static<typeof SubmissionItem>>[] = [
  ['id', ({ id }) => id, 'whole'],
  ['form', ({ form_id }) => form_id, 'whole'],
  ['title', ({ form_title }) => form_title],
  ['submitted', ({ submitted_at }) => submitted_at],
];

/** The columns of submissions that were begun before they were complete, or corrected. */
const progressColumns: typeof columns = [
  ['status', ({ status }) => status],
  ['expires', ({ expires_at }) => expires_at],
  ['corrected', ({ corrected_at }) => corrected_at],
];

/** The columns that have a text for one of the submissions. */
const columnsFor = (items: readonly Static<typeof SubmissionItem>[]): typeof columns => [
  ...columns,
  ...progressColumns.filter(([, cell]) => items.some((item) => cell(item) !== undefined)),
];

/** Of a response of an older service, which has no `display`. */
const textOf = (value: unknown): string | null =>
  typeof value === 'string' || value === null ? value : JSON.stringify(value);

/** The answer as the person saw it; a telephone number also in the form of E.164, where that is another text. */
function answerText({ display, value, e164 }: Static<typeof AnsweredField>): string | null {
  const text = display?.replaceAll('\n', ', ') ?? textOf(value);
  return typeof e164 === 'string' && e164 !== text ? `${text} (${e164})` : text;
}

const answerColumns: readonly Column<Static<typeof AnsweredField>>[] = [
  ['key', ({ key }) => key, 'whole'],
  ['question', ({ label }) => label],
  ['answer', answerText],
];

/** Prints a submission and the table of its answers; with `--json`, one object. */
export function printSubmission(output: Output, submission: Static<typeof Submission>): void {
  printItem(output, submission, columnsFor([submission]));
  if (output.json) return;
  output.print('');
  printList(output, submission.fields, answerColumns, 'The submission has no answers.');
}

interface ListOptions extends CommonOptions, OfCopy {
  readonly form?: string;
  readonly status?: string;
  readonly search?: string;
  readonly answer?: string;
  readonly since?: string;
  readonly until?: string;
  readonly limit: number;
}

/** `formlog submissions list` */
export function addList(submissions: Command, context: CliContext): void {
  withService(
    withAnswerFilter(
      withProjection(submissions.command('list').description('list the submissions, newest first')),
    )
      .option('--form <id>', 'only submissions to this form')
      .option('--status <status>', 'only those that are begun, saved or complete', oneOf(submissionStatuses))
      .option('--search <words>', 'only submissions whose answers have each of these words, or its beginning')
      .option('--since <time>', 'only submissions since a time or a duration ago (2h)', timestamp)
      .option('--until <time>', 'only submissions before a time', timestamp)
      .option('--limit <number>', 'the maximum number of rows', integerFrom(1, 100_000), 50),
    'submissions list --form 4fJkZ0qJ2mXr8sVtYb1c --since 2h',
  ).action(
    async ({ form, status, search, answer, since, until, projection, limit, ...options }: ListOptions) => {
      const { api, accountPath, output } = openSession(context, options);
      const path = await accountPath('submissions');
      const filters = { form_id: form, status, since, until, projection };
      if (answer !== undefined && form === undefined) throw misused('--answer needs --form with the form.');
      const { items, note } =
        search === undefined && answer === undefined
          ? { items: await api.list(path, SubmissionItem, { ...filters }, limit), note: null }
          : await searchSubmissions(api, path, { ...filters, search, answer }, limit);
      printList(output, items, columnsFor(items), 'No submissions found.');
      if (note !== null) output.note(note);
    },
  );
}

/** `formlog submissions show` */
export function addShow(submissions: Command, context: CliContext): void {
  withService(
    withProjection(
      submissions
        .command('show')
        .description('show a submission with its answers')
        .argument('<id>', 'the id of the submission'),
    ),
    'submissions show 7nWq2HpX5jRf8gTz3LdE',
  ).action(async (id: string, { projection, ...options }: CommonOptions & OfCopy) => {
    const { api, output } = openSession(context, options);
    const path = `/api/admin/v1/submissions/${encodeURIComponent(id)}`;
    printSubmission(output, await api.get(path, Submission, { projection }));
  });
}
