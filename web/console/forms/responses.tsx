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

const Sent = Type.Record(Type.String(), Type.Unknown());

/** The texts of the controls, by their names. */
interface Draft {
  readonly saves: boolean;
  readonly days: string;
  readonly hours: string;
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

const [daysPath, hoursPath] = [
  '/responses/saving/expires_after_days',
  '/responses/saving/completable_hours_after_close',
];

/** The settings of how a form takes responses in parts. */
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
    { saves, days, hours }: Draft,
    problems: readonly InputProblem[],
  ) => {
    const problemAt = (at: string | undefined) => problems.find((one) => one.path === at)?.message;
    return show(
      reply,
      {
        title: 'Saving',
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
        <button type="submit">Save</button>
      </form>,
    );
  };

  app.get(path, { config, schema: { params: ById } }, async (request, reply) => {
    const { form } = await load(request, request.params.id);
    const { saving } = form.responses ?? defaultResponses;
    const draft = {
      saves: saving.enabled,
      days: String(saving.expiresAfterDays),
      hours: String(saving.completableHoursAfterClose),
    };
    return page(request, reply, form, draft, []);
  });

  app.post(path, { config, schema: { params: ById, body: Sent } }, async (request, reply) => {
    const { id: formId } = request.params;
    const { context, form } = await load(request, formId);
    const { saves, days = '', hours = '' } = request.body;
    const draft = { saves: saves === 'yes', days: String(days), hours: String(hours) };
    const saving = {
      enabled: draft.saves,
      expires_after_days: numberIn(draft.days),
      completable_hours_after_close: numberIn(draft.hours),
    };
    const checked = check({ responses: { saving } });
    if (!checked.ok) return page(request, reply.code(422), form, draft, checked.error);
    const changing = { ...deps, destinationChoices: queries.destinations.choosing };
    const changed = valueOf(
      await changeForm(changing, { formId, changes: withSettings(checked.value) }, context),
    );
    return redirectAfterWrite(reply, changed, {
      to: `/console/forms/${formId}`,
      note: 'The settings are saved.',
    });
  });
}

/** A blank or wrong text is no number, which the check says. */
const numberIn = (text: string): number | null => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : null);
