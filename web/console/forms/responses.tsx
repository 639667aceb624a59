import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { contextFor } from '../../../api/auth/owners.ts';
import { FormResponsesChange } from '../../../api/contract/forms/form-responses.ts';
import { ById } from '../../../api/contract/values.ts';
import { refused, valueOf } from '../../../api/errors/errors.ts';
import { withSettings } from '../../../api/requests/form-settings.ts';
import { changeForm } from '../../../commands/form/change-form.ts';
import { type ExistingForm, form as formDecider } from '../../../domain/form/decider.ts';
import { defaultResponses } from '../../../domain/form/responses.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { inputCheck, type InputProblem } from '../../check-input.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { FormToken, ofAccount, show } from '../shell.tsx';
import { ThanksControls } from './thanks-controls.tsx';

const Sent = Type.Record(Type.String(), Type.Unknown());

/** The texts of the controls, by their names. */
interface Draft {
  readonly saves: boolean;
  readonly days: string;
  readonly hours: string;
  readonly corrects: boolean;
  readonly correctionDays: string;
  readonly thanks: string;
  readonly redirect: string;
  readonly showsAnswers: boolean;
}

interface NumberProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly min: number;
  readonly max: number;
  readonly help: string;
  readonly problem: string | undefined;
}

const NumberControl = ({ name, label, value, min, max, help, problem }: NumberProps) => (
  <label>
    <span safe>{label}</span>
    <input
      type="number"
      name={name}
      value={value}
      min={String(min)}
      max={String(max)}
      required
      aria-describedby={`${name}-help`}
      {...(problem !== undefined && { 'aria-invalid': 'true' as const })}
    />
    <small id={`${name}-help`} safe>
      {problem ?? help}
    </small>
  </label>
);

const [daysPath, hoursPath, correctionDaysPath] = [
  '/responses/saving/expires_after_days',
  '/responses/saving/completable_hours_after_close',
  '/responses/corrections/for_days',
];

/** The settings of how a form takes responses: in parts, corrected later, and thanked for. */
export function formResponsesPage(
  app: Routes,
  deps: Omit<Parameters<typeof changeForm>[0], 'destinationChoices'> & Pick<WebDeps, 'queries'>,
): void {
  const { aggregates, queries } = deps;
  const check = inputCheck(Type.Object({ responses: FormResponsesChange }));
  const config = { scope: 'forms:write' } as const;
  const path = '/console/forms/:id/responses';

  async function load(request: FastifyRequest, formId: string) {
    const context = await contextFor(request, aggregates, 'form', formId);
    const { state } = await aggregates.load(formDecider, streamOf.form(formId));
    if (!state.exists) throw refused({ code: 'not_found' });
    return { context, form: state };
  }

  const page = (
    request: FastifyRequest,
    reply: FastifyReply,
    { formId, title, accountId }: ExistingForm,
    { saves, days, hours, corrects, correctionDays, ...after }: Draft,
    problems: readonly InputProblem[],
  ) => {
    const problemAt = (at: string | undefined) => problems.find((one) => one.path === at)?.message;
    return show(
      reply,
      {
        title: 'Saving, corrections and thanks',
        account: accountId,
        crumbs: [
          ['Forms', ofAccount('/console/forms', accountId)],
          [title, `/console/forms/${formId}`],
        ],
      },
      <form method="post" action={`/console/forms/${formId}/responses`}>
        <FormToken request={request} />
        <label>
          <input type="checkbox" name="saves" value="yes" checked={saves} />
          People can save their answers and continue later
        </label>
        <NumberControl
          name="days"
          label="Days until unfinished answers are erased"
          value={days}
          min={1}
          max={365}
          help="Counted from the last time that they were saved."
          problem={problemAt(daysPath)}
        />
        <NumberControl
          name="hours"
          label="Hours in which they can be sent after the form was closed"
          value={hours}
          min={0}
          max={720}
          help="0 for none."
          problem={problemAt(hoursPath)}
        />
        <label>
          <input type="checkbox" name="corrects" value="yes" checked={corrects} />
          People can correct what they have sent
        </label>
        <NumberControl
          name="correction_days"
          label="Days in which they can correct it"
          value={correctionDays}
          min={1}
          max={365}
          help="With a link on the page that thanks them."
          problem={problemAt(correctionDaysPath)}
        />
        <ThanksControls {...after} problems={problems} />
        <button type="submit">Save</button>
      </form>,
    );
  };

  app.get(path, { config, schema: { params: ById } }, async (request, reply) => {
    const { form } = await load(request, request.params.id);
    const { saving, corrections, thanks } = form.responses ?? defaultResponses;
    const draft = {
      saves: saving.enabled,
      days: String(saving.expiresAfterDays),
      hours: String(saving.completableHoursAfterClose),
      corrects: corrections.byRespondent,
      correctionDays: String(corrections.forDays),
      thanks: thanks.text ?? '',
      redirect: thanks.redirectTo ?? '',
      showsAnswers: thanks.showsAnswers,
    };
    return page(request, reply, form, draft, []);
  });

  app.post(path, { config, schema: { params: ById, body: Sent } }, async (request, reply) => {
    const { id: formId } = request.params;
    const { context, form } = await load(request, formId);
    const draft = draftIn(request.body);
    const saving = {
      enabled: draft.saves,
      expires_after_days: numberIn(draft.days),
      completable_hours_after_close: numberIn(draft.hours),
    };
    const corrections = { by_respondent: draft.corrects, for_days: numberIn(draft.correctionDays) };
    const thanks = {
      text: draft.thanks.trim() === '' ? null : draft.thanks,
      redirect_to: draft.redirect.trim() === '' ? null : draft.redirect.trim(),
      shows_answers: draft.showsAnswers,
    };
    const refuse = (problems: readonly InputProblem[]) =>
      page(request, reply.code(422), form, draft, problems);
    const checked = check({ responses: { saving, corrections, thanks } });
    if (!checked.ok) return refuse(checked.error);
    const changing = { ...deps, destinationChoices: queries.destinations.choosing };
    const changed = await changeForm(changing, { formId, changes: withSettings(checked.value) }, context);
    if (!changed.ok && changed.error.code === 'invalid_request') return refuse(changed.error.problems);
    return redirectAfterWrite(reply, valueOf(changed), {
      to: `/console/forms/${formId}`,
      note: 'The settings are saved.',
    });
  });
}

function draftIn({
  saves,
  days,
  hours,
  corrects,
  correction_days,
  thanks,
  redirect,
  shows_answers,
}: Readonly<Record<string, unknown>>): Draft {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  return {
    saves: saves === 'yes',
    days: text(days),
    hours: text(hours),
    corrects: corrects === 'yes',
    correctionDays: text(correction_days),
    thanks: text(thanks).replaceAll('\r\n', '\n'),
    redirect: text(redirect),
    showsAnswers: shows_answers === 'yes',
  };
}

/** A blank or wrong text is no number, which the check says. */
const numberIn = (text: string): number | null => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : null);
