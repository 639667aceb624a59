import type { Command } from 'commander';
import Type from 'typebox';
import { FormRecord } from '../../../../api/contract/forms/form-schemas.ts';
import { RevokedLinks } from '../../../../api/contract/submissions/submissions.ts';
import { response } from '../../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { misused } from '../../failure.ts';
import { type AnswerOption, answerOption, answersFrom } from '../../forms/answer-option.ts';
import { FormFields } from '../../forms/form-fields.ts';
import { readJsonObject } from '../../input/json-file.ts';
import { printSubmission, Submission } from './read-submissions.ts';

interface ChangeOptions extends CommonOptions {
  readonly answer?: readonly AnswerOption[];
  readonly clear?: readonly string[];
  readonly file?: string;
}

const Revoked = response(RevokedLinks, 'id', 'links_revoked_at');

/** The form whose fields say how answers are read. */
export const AnsweredForm = Type.Intersect([FormFields, Type.Pick(FormRecord, ['version'])]);

export const withAnswers = (command: Command): Command =>
  command
    .option(
      '--answer <key=value>',
      'an answer; repeat it for each. Separate several choices with commas, and put a choice that contains a comma in quotation marks; ' +
        'write the parts of a name or an address as JSON',
      answerOption,
    )
    .option('--file <file>', 'the answers by key, as a JSON object');

const keys = (key: string, before: readonly string[] = []): string[] => [...before, key];

const changing = (submissions: Command, name: string, description: string): Command =>
  withAnswers(
    submissions.command(name).description(description).argument('<id>', 'the id of the submission'),
  ).option('--clear <key>', 'clear an answer; repeat it for each', keys);

/** `formlog submissions save`, `complete` and `correct` */
export function addChanges(submissions: Command, context: CliContext): void {
  withService(
    changing(submissions, 'save', 'save answers to a submission that is not complete'),
    'submissions save 7nWq2HpX5jRf8gTz3LdE --answer name=Ada',
  ).action(async (id: string, options: ChangeOptions) => {
    if (!hasAnswers(options))
      throw misused('Give the answers with --answer or --clear, or as a JSON object with --file.');
    await change(context, id, options, {});
  });
  withService(
    changing(submissions, 'complete', 'complete a submission, with further answers if given'),
    'submissions complete 7nWq2HpX5jRf8gTz3LdE --answer rating=5',
  ).action((id: string, options: ChangeOptions) => change(context, id, options, { is_complete: true }));
  withService(
    changing(submissions, 'correct', 'correct answers of a complete submission').option(
      '--reason <text>',
      'why they are corrected; it stays in the history',
    ),
    'submissions correct 7nWq2HpX5jRf8gTz3LdE --answer name=Ada --reason "A typing error"',
  ).action(async (id: string, { reason, ...options }: ChangeOptions & { readonly reason?: string }) => {
    if (!hasAnswers(options))
      throw misused('Give the answers with --answer or --clear, or as a JSON object with --file.');
    await change(context, id, options, { correction: { ...(reason !== undefined && { reason }) } });
  });
}

/** `formlog submissions revoke-links` */
export function addRevokeLinks(submissions: Command, context: CliContext): void {
  withService(
    submissions
      .command('revoke-links')
      .description('make the links void with which the respondent can correct a submission')
      .argument('<id>', 'the id of the submission'),
    'submissions revoke-links 7nWq2HpX5jRf8gTz3LdE',
  ).action(async (id: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const path = `/api/admin/v1/submissions/${encodeURIComponent(id)}/revoke-links`;
    const revoked = await api.post(path, Revoked);
    output.record(revoked);
    output.print(
      revoked.links_revoked_at === null
        ? 'The submission is not complete: it has no links.'
        : 'The links with which the answers could be corrected are revoked.',
    );
  });
}

const hasAnswers = ({ answer, clear, file }: ChangeOptions): boolean =>
  answer !== undefined || clear !== undefined || file !== undefined;

async function change(
  context: CliContext,
  id: string,
  { answer, clear = [], file, ...options }: ChangeOptions,
  members: object,
): Promise<void> {
  const given = file === undefined ? {} : readJsonObject(file);
  const { api, output } = openSession(context, options);
  const path = `/api/admin/v1/submissions/${encodeURIComponent(id)}`;
  const { form_id: formId } = await api.get(path, Submission);
  const form = await api.get(`/api/admin/v1/forms/${encodeURIComponent(formId)}`, AnsweredForm);
  const cleared = Object.fromEntries(clear.map((key) => [key, null]));
  const answers = { ...given, ...answersFrom(answer ?? [], form), ...cleared };
  const body = { ...(Object.keys(answers).length > 0 && { answers }), ...members };
  printSubmission(output, await api.patch(path, Submission, body));
}
