import type { Command } from 'commander';
import Type from 'typebox';
import { FormRecord } from '../../../../api/contract/forms/form-schemas.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { misused } from '../../failure.ts';
import { type AnswerOption, answerOption, answersFrom } from '../../forms/answer-option.ts';
import { FormFields } from '../../forms/form-fields.ts';
import { readJsonObject } from '../../input/json-file.ts';
import { integerFrom } from '../../input/option-values.ts';
import { printSubmission, Submission } from './read-submissions.ts';

interface CreateOptions extends CommonOptions {
  readonly form: string;
  readonly answer?: readonly AnswerOption[];
  readonly file?: string;
  readonly formVersion?: number;
}

/** The form whose fields say how answers are read. */
const AnsweredForm = Type.Intersect([FormFields, Type.Pick(FormRecord, ['version'])]);

/** `formlog submissions create` */
export function addCreate(submissions: Command, context: CliContext): void {
  withService(
    submissions
      .command('create')
      .description('submit to a published form')
      .requiredOption('--form <id>', 'the form')
      .option(
        '--answer <key=value>',
        'an answer; repeat it for each. Separate several choices with commas, and put a choice that contains a comma in quotation marks; ' +
          'write the parts of a name or an address as JSON',
        answerOption,
      )
      .option('--file <file>', 'the answers by key, as a JSON object')
      .option(
        '--form-version <number>',
        'the version of the form that was answered (default: the current version); refused if the form has since changed in a way that affects the answers',
        integerFrom(1, Number.MAX_SAFE_INTEGER),
      ),
    'submissions create --form 4fJkZ0qJ2mXr8sVtYb1c --answer name=Ada --answer rating=5',
  ).action(async ({ form, answer, file, formVersion, ...options }: CreateOptions) => {
    if (answer === undefined && file === undefined)
      throw misused('Give the answers with --answer, or as a JSON object with --file.');
    const given = file === undefined ? {} : readJsonObject(file);
    const { api, accountPath, output } = openSession(context, options);
    const account = await accountPath();
    const answered = await api.get(`/api/admin/v1/forms/${encodeURIComponent(form)}`, AnsweredForm);
    const answers = { ...given, ...answersFrom(answer ?? [], answered) };
    const body = { form_id: form, form_version: formVersion ?? answered.version, answers };
    printSubmission(output, await api.post(`${account}/submissions`, Submission, body));
  });
}
