import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { FieldInput } from '../../domain/form/field.ts';
import { changeForm } from '../../commands/change-form.ts';
import { createForm, type FormOutcome } from '../../commands/create-form.ts';
import type { ApiDeps } from '../api-deps.ts';
import { ApiError, invalidRequest, refused } from '../errors/errors.ts';
import { answerOnce, keyed } from '../requests/idempotency.ts';
import type { Paging } from '../requests/paging.ts';
import { ChangedForm, changedForm, formItem, FormList, formRecord } from '../public/form-schemas.ts';
import { etagOf, idempotencyOf, ifMatchOf, setLogPosition } from '../requests/requests.ts';
import { closed, Description, Failure, Status, Title, usualLimit } from '../requests/schemas.ts';
import { ofCopy, OfCopyQuery, queriesFor } from './copies.ts';
import { contextFor } from './owners.ts';
import { ById, PageQuery } from './schemas.ts';

const AdminForm = Type.Object({
  ...ChangedForm.properties,
  account_id: Type.String(),
  /** The number of times that the fields were replaced. */
  version: Type.Integer(),
});

const Fields = Type.Array(FieldInput, { maxItems: 500 });

const NewForm = Type.Object(
  {
    title: Title,
    description: Type.Optional(Description),
    fields: Fields,
    status: Type.Optional(Type.Enum(['draft', 'published'])),
  },
  closed,
);

const Change = Type.Object(
  {
    title: Type.Optional(Title),
    description: Type.Optional(Description),
    status: Type.Optional(Status),
    fields: Type.Optional(Fields),
  },
  closed,
);

const ListQuery = Type.Object({ ...PageQuery.properties, status: Type.Optional(Status), ...ofCopy }, closed);

const adminForm = ({ form }: FormOutcome, submissions: number): Static<typeof AdminForm> => ({
  ...changedForm(form, submissions),
  account_id: form.accountId,
  version: form.version,
});

/** Forms with their fields, for operators. */
export const adminFormRoutes =
  (deps: ApiDeps, paging: Paging): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates, queries } = deps;
    const tags = ['admin'];

    app.post(
      '/accounts/:id/forms',
      {
        schema: {
          ...{ tags, summary: 'Create a form', params: ById, body: NewForm },
          response: { 201: AdminForm, default: Failure },
        },
      },
      async (request, reply) => {
        const context = await contextFor(request, aggregates, 'account', request.params.id);
        const created = await createForm(deps, { ...request.body, ...idempotencyOf(request) }, context);
        if (!created.ok) throw refused(created.error);
        const { form, revision, position, replayed } = created.value;
        setLogPosition(reply, position);
        if (replayed) reply.header('idempotency-replayed', 'true');
        const submissions = replayed ? await submissionsOf(form.formId) : 0;
        return reply
          .code(201)
          .headers({ etag: etagOf(revision), location: `${app.prefix}/forms/${form.formId}` })
          .send(adminForm(created.value, submissions));
      },
    );

    app.get(
      '/accounts/:id/forms',
      {
        schema: {
          ...{ tags, summary: "List an account's forms", params: ById, querystring: ListQuery },
          response: { 200: FormList, default: Failure },
        },
      },
      async (request, reply) => {
        const { limit = usualLimit, cursor, status, projection } = request.query;
        const asked = await queriesFor(deps, request, 'forms', projection, ['submissions']);
        const { accountId } = await contextFor(request, aggregates, 'account', request.params.id);
        const binding = [accountId, 'admin forms', status ?? null, projection ?? null];
        const page = await asked.list(accountId, { status, limit, ...paging.after(binding, cursor) });
        return paging.answer(request, reply, binding, page, formItem);
      },
    );

    app.get(
      '/forms/:id',
      {
        schema: {
          tags,
          summary: 'Read a form',
          params: ById,
          querystring: OfCopyQuery,
          response: { 200: AdminForm, default: Failure },
        },
      },
      async (request, reply) => {
        const asked = await queriesFor(deps, request, 'forms', request.query.projection, ['submissions']);
        const form = await asked.get(null, request.params.id);
        if (!form) throw new ApiError('not_found');
        const { account_id, version, updated_at } = form;
        reply.header('etag', etagOf(form.revision));
        return { ...formRecord(form), updated_at, account_id, version };
      },
    );

    app.patch(
      '/forms/:id',
      {
        schema: {
          ...{ tags, summary: 'Change a form', params: ById, body: Change },
          response: { 200: AdminForm, default: Failure },
        },
      },
      async (request, reply) => {
        const { id: formId } = request.params;
        if (Object.keys(request.body).length === 0) throw invalidRequest('The request changes nothing.');
        const context = await contextFor(request, aggregates, 'form', formId);
        const change = { formId, changes: request.body, ...ifMatchOf(request) };
        return answerOnce(deps, formId, request, reply, async (requestId) => {
          const submissions = await submissionsOf(formId);
          const changed = await changeForm(deps, change, keyed(context, requestId));
          if (!changed.ok) throw refused(changed.error);
          setLogPosition(reply, changed.value.position);
          reply.header('etag', etagOf(changed.value.revision));
          return adminForm(changed.value, submissions);
        });
      },
    );

    const submissionsOf = async (formId: string): Promise<number> =>
      (await queries.forms.get(null, formId))?.submission_count ?? 0;
  };
