import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { contextFor } from '../../../api/auth/owners.ts';
import { NewForm } from '../../../api/contract/forms/form-schemas.ts';
import { Id } from '../../../api/contract/values.ts';
import { valueOf } from '../../../api/errors/errors.ts';
import { withSettings } from '../../../api/requests/form-settings.ts';
import { createForm } from '../../../commands/form/create-form.ts';
import { requestHash } from '../../../commands/request-hash.ts';
import { inputCheck, type InputProblem } from '../../check-input.ts';
import { textareaText } from '../../parts/textarea-text.ts';
import type { WebDeps } from '../../web-deps.ts';
import { accountOf } from '../parts/account-choice.tsx';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { FormToken, ofAccount, show } from '../shell.tsx';

const title = 'New form';
const path = '/console/forms/new';

const Entry = Type.Object({
  title: Type.String(),
  description: Type.String(),
  once: Type.String({ maxLength: 100 }),
});

interface NewFormPage {
  readonly account: string;
  readonly entered: { readonly title: string; readonly description: string };
  readonly problems: readonly InputProblem[];
}

function page(request: FastifyRequest, reply: FastifyReply, { account, entered, problems }: NewFormPage) {
  const problem = problems.find(({ path: at }) => at === '/title');
  const described = problem ? { 'aria-invalid': 'true' as const, 'aria-describedby': 'title-problem' } : {};
  return show(
    reply,
    { title, account, crumbs: [['Forms', ofAccount('/console/forms', account)]] },
    <form method="post" action={ofAccount(path, account)} class="editor">
      <FormToken request={request} />
      {/* Sent twice, the form is created once. */}
      <input type="hidden" name="once" value={randomUUID()} />
      <label>
        Title
        <input name="title" value={entered.title} required autofocus {...described} />
        {problem ? (
          <small class="fault" id="title-problem" safe>
            {problem.message}
          </small>
        ) : (
          <></>
        )}
      </label>
      <label>
        Description
        <textarea name="description" rows="2" safe>
          {textareaText(entered.description)}
        </textarea>
      </label>
      <button type="submit">Create, and add questions</button>
    </form>,
  );
}

/** The creation of a form: its title first, its questions in the editor. */
export function newFormPage(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'log' | 'newId' | 'now' | 'publications' | 'queries' | 'slugs'>,
): void {
  const check = inputCheck(NewForm);
  const config = { scope: 'forms:write' } as const;
  const querystring = Type.Object({ account: Type.Optional(Id) });

  app.get(path, { config, schema: { querystring } }, async (request, reply) => {
    const account = await accountOf(deps, request, reply, { title, path, account: request.query.account });
    if (account === null) return reply;
    return page(request, reply, { account, entered: { title: '', description: '' }, problems: [] });
  });

  app.post(path, { config, schema: { querystring, body: Entry } }, async (request, reply) => {
    const account = await accountOf(deps, request, reply, { title, path, account: request.query.account });
    if (account === null) return reply;
    const context = await contextFor(request, deps.aggregates, 'account', account);
    const { title: text, description, once } = request.body;
    const entered = { title: text, description };
    const checked = check({ ...entered, fields: [] });
    if (!checked.ok) return page(request, reply.code(422), { account, entered, problems: checked.error });
    // A double click creates one form; another title after "Back" creates another form.
    const idempotencyKey = `console ${once} ${requestHash(entered)}`;
    const created = valueOf(
      await createForm(deps, { ...withSettings(checked.value), idempotencyKey }, context),
    );
    const { form, position } = created;
    return redirectAfterWrite(
      reply,
      { position },
      {
        to: `/console/forms/${form.formId}/edit`,
        note: 'The form was created as a draft. Add its questions.',
      },
    );
  });
}
