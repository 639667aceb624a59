import type { Command } from 'commander';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { misused } from '../../failure.ts';
import { type AnswerOption, answersFrom } from '../../forms/answer-option.ts';
import { readJsonObject } from '../../input/json-file.ts';
import { integerFrom } from '../../input/option-values.ts';
import { AnsweredForm, withAnswers } from './change-submissions.ts';
import { printSubmission, Submission } from './read-submissions.ts';

interface CreateOptions extends CommonOptions {
  readonly form: string;
  readonly answer?: readonly AnswerOption[];
  readonly file?: string;
  readonly formVersion?: number;
  readonly partial?: boolean;
}

/** `formlog submissions create` */
export function addCreate(submissions: Command, context: CliContext): void {
  withService(
    withAnswers(
      submissions
        .command('create')
        .description('submit to a published form')
        .requiredOption('--form <id>', 'the form'),
    )
      .option('--partial', 'begin a submission that is completed later: answers may be missing')
      .option(
        '--form-version <number>',
        'the version of the form that was answered (default: the current version); refused if the form has since changed in a way that affects the answers',
        integerFrom(1, Number.MAX_SAFE_INTEGER),
      ),
    'submissions create --form 4fJkZ0qJ2mXr8sVtYb1c --answer name=Ada --answer rating=5',
  ).action(async ({ form, answer, file, formVersion, partial = false, ...options }: CreateOptions) => {
    if (answer === undefined && file === undefined && !partial)
      throw misused('Give the answers with --answer, or as a JSON object with --file.');
    const given = file === undefined ? {} : readJsonObject(file);
    const { api, accountPath, output } = openSession(context, options);
    const account = await accountPath();
    const answered = await api.get(`/api/admin/v1/forms/${encodeURIComponent(form)}`, AnsweredForm);
    const answers = { ...given, ...answersFrom(answer ?? [], answered) };
    const version = formVersion ?? answered.version;
    const body = { form_id: form, form_version: version, answers, ...(partial && { is_complete: false }) };
    printSubmission(output, await api.post(`${account}/submissions`, Submission, body));
  });
}
