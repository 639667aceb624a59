import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { contextFor } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { refused, valueOf } from '../../../api/errors/errors.ts';
import { refuseErased } from '../../../api/requests/erased.ts';
import { answeredFormOf, type ChangeDeps } from '../../../commands/submission/change-request.ts';
import { changeSubmission } from '../../../commands/submission/change-submission.ts';
import { checkAnswers } from '../../../commands/submission/check-answers.ts';
import { revokeLinks } from '../../../commands/submission/revoke-links.ts';
import { type FieldDefinition, isShown } from '../../../domain/form/field.ts';
import { directionOf } from '../../../domain/form/locale.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { submission as submissionDecider } from '../../../domain/submission/decider.ts';
import type { FormAtRevision } from '../../../log/form-revisions.ts';
import { type EnteredTexts, typedByField, typedIn } from '../../form/entered-texts.ts';
import { FieldControl } from '../../form/field-control.tsx';
import { maxFormBytes } from '../../form/form-bytes.ts';
import { type FieldProblem, problemsByField } from '../../form/form-frame.tsx';
import { readAnswers } from '../../form/read-answers.ts';
import { textsOfAnswers } from '../../form/saving/carried-answers.ts';
import { textsIn } from '../../form/texts.ts';
import { openLongTexts } from '../../parts/long-texts.ts';
import { renderInTurns } from '../../parts/render-in-turns.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { FormToken, ofAccount, show } from '../shell.tsx';

/** Fields that are not part of any form: keys of fields have no capital letters. */
const [reasonField, revisionField] = ['correctionReason', 'submissionRevision'] as const;
const longestReason = 1_000;

const Sent = Type.Record(Type.String(), Type.Unknown());
const Entered = Type.Object({
  [reasonField]: Type.String({ maxLength: longestReason }),
  [revisionField]: Type.String({ pattern: '^\\d{1,10}$' }),
});

/** A complete submission, and the form that it answers. */
interface Correctable {
  readonly id: string;
  readonly accountId: string;
  readonly answered: FormAtRevision;
  /** The revision of the submission that is corrected: a change of somebody else is not overwritten. */
  readonly revision: number;
}

interface Draft {
  readonly typed: EnteredTexts;
  readonly reason: string;
  readonly problems: readonly FieldProblem[];
  /** A sentence above the answers. */
  readonly notice: string | null;
}

/** Files are sent with the public form alone: here they stay as they are. */
const isCorrectable = (field: FieldDefinition): boolean => isShown(field) && field.kind !== 'file';

/** The page on which an owner corrects the answers of a submission. */
export function correctionPage(
  app: Routes,
  deps: ChangeDeps & Pick<WebDeps, 'deliveries' | 'queries'>,
): void {
  const { aggregates } = deps;
  const config = { scope: 'submissions:write' } as const;
  const path = '/console/submissions/:id/correct';

  async function load(request: FastifyRequest, id: string) {
    const context = await contextFor(request, aggregates, 'submission', id);
    await refuseErased(deps, 'submission', id, context.accountId);
    const { state, revision } = await aggregates.load(submissionDecider, streamOf.submission(id));
    if (!state.exists) throw refused({ code: 'not_found' });
    const { present } = state;
    if (!present.isComplete) throw refused({ code: 'submission_incomplete' });
    const answered = await answeredFormOf(deps, present.form);
    return { context, present, of: { id, accountId: present.accountId, answered, revision } };
  }

  async function page(
    request: FastifyRequest,
    reply: FastifyReply,
    { id, accountId, answered: { form }, revision }: Correctable,
    { typed, reason, problems, notice }: Draft,
  ) {
    const [byField, longTexts] = [typedByField(typed), openLongTexts()];
    const faults = problemsByField(problems, textsIn(form.language));
    const safeFields = await renderInTurns(
      form.fields.filter(isCorrectable),
      (field) => (
        <FieldControl
          field={field}
          typed={shortened(byField.get(field.key) ?? {}, longTexts.shortened)}
          locale={form}
          problems={faults.get(field.key) ?? []}
        />
      ),
      longTexts,
    );
    const crumbs = [
      ['Submissions', ofAccount('/console/submissions', accountId)],
      [id, `/console/submissions/${id}`],
    ] as const;
    return show(
      reply,
      { title: 'Correct', account: accountId, crumbs },
      <form method="post" action={`/console/submissions/${id}/correct`} novalidate>
        <FormToken request={request} />
        <input type="hidden" name={revisionField} value={String(revision)} />
        {notice !== null && (
          <p class="problem" role="alert" safe>
            {notice}
          </p>
        )}
        <label>
          Reason
          <input name={reasonField} value={reason} maxlength={String(longestReason)} />
          <small>It stays in the history of the submission. Webhooks do not have it.</small>
        </label>
        <div class="preview" {...(form.language && { lang: form.language, dir: directionOf(form.language) })}>
          {safeFields.join('')}
        </div>
        <button type="submit">Correct the answers</button>
      </form>,
    );
  }

  app.post(
    '/console/submissions/:id/revoke-links',
    { config, schema: { params: ById } },
    async (request, reply) => {
      const { context, of } = await load(request, request.params.id);
      const revoked = valueOf(await revokeLinks(deps, of.id, context));
      const note = 'The links with which the answers could be corrected are revoked.';
      return redirectAfterWrite(reply, revoked, { to: `/console/submissions/${of.id}`, note });
    },
  );

  app.get(path, { config, schema: { params: ById } }, async (request, reply) => {
    const { present, of } = await load(request, request.params.id);
    const typed = textsOfAnswers(of.answered.form, present);
    return page(request, reply, of, { typed, reason: '', problems: [], notice: null });
  });

  app.post(
    path,
    {
      config,
      onRequest: async (request: FastifyRequest) => void (request.formBytes = maxFormBytes),
      schema: { params: ById, body: Type.Intersect([Sent, Entered]) },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { context, present, of } = await load(request, id);
      const typed = typedIn(request.body);
      const { [reasonField]: reason, [revisionField]: shown } = request.body;
      const { form } = of.answered;
      const again = (problems: readonly FieldProblem[], notice: string | null) =>
        page(request, reply.code(422), of, { typed, reason, problems, notice });
      const correctable = form.fields.filter(isCorrectable);
      const { answers, unreadable } = readAnswers(correctable, typed, form);
      if (unreadable.length > 0) {
        const checked = await checkAnswers(form.fields, answers, unreadable);
        return again(checked.ok ? [] : checked.error, 'The submission is not corrected yet.');
      }
      const correction = { reason: reason.trim() === '' ? null : reason.trim(), by: 'owner' } as const;
      const change = { submissionId: id, answers, correction, onlyAt: [Number(shown)] };
      const corrected = await changeSubmission(deps, change, context);
      if (!corrected.ok && corrected.error.code === 'invalid_request')
        return again(corrected.error.problems, 'The submission is not corrected yet.');
      if (!corrected.ok && corrected.error.code === 'revision_mismatch')
        return again([], 'The submission has changed since you opened it. Open it again to see the changes.');
      if (!corrected.ok) throw refused(corrected.error);
      const isSame = corrected.value.submission.corrections === present.corrections;
      const note = isSame ? 'No answer has changed.' : 'The submission is corrected.';
      return redirectAfterWrite(reply, corrected.value, { to: `/console/submissions/${id}`, note });
    },
  );
}

const shortened = (typed: EnteredTexts, shorten: (text: string) => string): EnteredTexts =>
  typedIn(Object.fromEntries(Object.entries(typed).map(([name, given]) => [name, given.map(shorten)])));
