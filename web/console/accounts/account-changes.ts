import Type from 'typebox';
import { contextFor } from '../../../api/auth/owners.ts';
import { ById, Name } from '../../../api/contract/values.ts';
import { refused, valueOf } from '../../../api/errors/errors.ts';
import { changeAccount } from '../../../commands/account/change-account.ts';
import { changeEmbedding } from '../../../commands/account/change-embedding.ts';
import { inputCheck } from '../../check-input.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { type AccountPageDeps, showAccount } from './account.tsx';
import { accountUrl } from './accounts.tsx';
import { originsIn } from './embedding-form.tsx';

const path = '/console/accounts/:id';
const text = (maxLength: number) => Type.String({ maxLength });

/** Changes of the name of an account, of the language and the time zone of its new forms, and of its plan. */
export function accountChanges(app: Routes, deps: AccountPageDeps): void {
  const { aggregates } = deps;
  const config = { scope: 'account:write' } as const;
  const check = inputCheck(Type.Object({ name: Name }));

  app.post(
    `${path}/name`,
    { config, schema: { params: ById, body: Type.Object({ name: text(1_000) }) } },
    async (request, reply) => {
      const { id } = request.params;
      const name = request.body.name.trim();
      const context = await contextFor(request, aggregates, 'account', id);
      const checked = check({ name });
      if (!checked.ok)
        return showAccount(deps, reply.code(422), id, { of: 'name', entered: name, problems: checked.error });
      const changed = valueOf(await changeAccount(deps, { name }, context));
      return redirectAfterWrite(reply, changed, { to: accountUrl(id), note: 'The name is changed.' });
    },
  );

  app.post(
    `${path}/plan`,
    {
      config: { operatorsOnly: true },
      schema: { params: ById, body: Type.Object({ plan: Type.String() }) },
    },
    async (request, reply) => {
      const { id } = request.params;
      const context = await contextFor(request, aggregates, 'account', id);
      const { account, position } = valueOf(await changeAccount(deps, { plan: request.body.plan }, context));
      const note = `The account has the plan ${account.plan}.`;
      return redirectAfterWrite(reply, { position }, { to: accountUrl(id), note });
    },
  );

  app.post(
    `${path}/locale`,
    {
      config,
      schema: { params: ById, body: Type.Object({ language: text(1_000), time_zone: text(1_000) }) },
    },
    async (request, reply) => {
      const { id } = request.params;
      const context = await contextFor(request, aggregates, 'account', id);
      const [language, timeZone] = [request.body.language.trim(), request.body.time_zone.trim()];
      const locale = {
        language: language === '' ? null : language,
        timeZone: timeZone === '' ? null : timeZone,
      };
      const changed = await changeAccount(deps, { locale }, context);
      if (!changed.ok && changed.error.code === 'invalid_request') {
        const { problems } = changed.error;
        const entered = { language, timeZone };
        return showAccount(deps, reply.code(422), id, { of: 'locale', entered, problems });
      }
      if (!changed.ok) throw refused(changed.error);
      return redirectAfterWrite(reply, changed.value, {
        to: accountUrl(id),
        note: 'New forms have these settings.',
      });
    },
  );
}

/** The most sites of an account, as through the API. */
const maxOrigins = 50;

/** The choice of the sites whose pages may show the forms. */
export function embeddingChange(app: Routes, deps: AccountPageDeps): void {
  // As through the API: a key that changes forms also decides who may show them.
  const config = { scope: 'forms:write' } as const;
  const body = Type.Object({
    sites: Type.Union([Type.Literal('all'), Type.Literal('listed')]),
    origins: text(20_000),
  });
  app.post(`${path}/embedding`, { config, schema: { params: ById, body } }, async (request, reply) => {
    const { id } = request.params;
    const { sites, origins: entered } = request.body;
    const context = await contextFor(request, deps.aggregates, 'account', id);
    const refuse = (problems: readonly { readonly path: string; readonly message: string }[]) =>
      showAccount(deps, reply.code(422), id, { of: 'embedding', entered, problems });
    const origins = sites === 'all' ? null : originsIn(entered);
    if (origins && origins.length > maxOrigins)
      return refuse([{ path: '/origins', message: `At most ${maxOrigins} sites.` }]);
    const changed = await changeEmbedding(deps, { origins }, context);
    if (!changed.ok && changed.error.code === 'invalid_request') return refuse(changed.error.problems);
    if (!changed.ok) throw refused(changed.error);
    return redirectAfterWrite(reply, changed.value, {
      to: accountUrl(id),
      note: 'The sites are saved. Browsers heed them within a second.',
    });
  });
}
