import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { changeForm } from '../../commands/form/change-form.ts';
import type { ApiDeps } from '../api-deps.ts';
import { callerOf } from '../auth/authentication.ts';
import { ApiError, changesNothing, refused } from '../errors/errors.ts';
import { sendJson } from '../http/send-json.ts';
import { withLocale } from '../requests/locale.ts';
import type { Paging } from '../requests/paging.ts';
import {
  contextOf,
  etagOf,
  ifMatchOf,
  readAfter,
  refuseBeside,
  setLogPosition,
} from '../requests/requests.ts';
import {
  ById,
  closed,
  Cursor,
  Failure,
  Id,
  Limit,
  NoQuery,
  Status,
  usualLimit,
} from '../requests/schemas.ts';
import { FormChange } from './form-definitions.ts';
import { openFormReader } from './form-reader.ts';
import { ChangedForm, changedForm, formItem, FormList, FormRecord, shownWarnings } from './form-schemas.ts';

const ListQuery = Type.Object(
  {
    id: Type.Optional(Id),
    status: Type.Optional(Status),
    limit: Type.Optional(Limit),
    cursor: Type.Optional(Cursor),
  },
  closed,
);

const Change = Type.Object({ id: Id, ...FormChange.properties }, closed);

/** `/forms` of the public API. */
export const formRoutes =
  (
    deps: Pick<
      ApiDeps,
      | 'aggregates'
      | 'exclusively'
      | 'log'
      | 'newId'
      | 'now'
      | 'progress'
      | 'publications'
      | 'queries'
      | 'slugs'
    >,
    paging: Paging,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { queries, progress } = deps;
    const readForm = openFormReader(queries.forms);

    app.get(
      '/forms',
      {
        config: { scope: 'forms:read' },
        schema: {
          summary: 'List forms, or read one with its fields',
          querystring: ListQuery,
          response: { 200: Type.Union([FormList, FormRecord]), default: Failure },
        },
      },
      async (request, reply) => {
        const { accountId } = callerOf(request);
        const { id, status, limit = usualLimit, cursor } = request.query;
        if (id !== undefined) refuseBeside('id', request.query);
        await readAfter(request, progress, ['forms', 'submissions']);
        if (id !== undefined) {
          const form = await readForm(accountId, id);
          if (!form) throw new ApiError('not_found');
          return sendJson(reply.header('etag', etagOf(form.revision)), form.body);
        }
        const binding = [accountId, 'forms', status ?? null];
        const page = await queries.forms.list(accountId, { status, limit, ...paging.after(binding, cursor) });
        return paging.answer(request, reply, binding, page, formItem);
      },
    );

    app.get(
      '/forms/:id',
      {
        config: { scope: 'forms:read' },
        schema: {
          summary: 'Read a form with its fields',
          params: ById,
          querystring: NoQuery,
          response: { 200: FormRecord, default: Failure },
        },
      },
      async (request, reply) => {
        const { accountId } = callerOf(request);
        await readAfter(request, progress, ['forms', 'submissions']);
        const form = await readForm(accountId, request.params.id);
        if (!form) throw new ApiError('not_found');
        return sendJson(reply.header('etag', etagOf(form.revision)), form.body);
      },
    );

    app.patch(
      '/forms',
      {
        config: { scope: 'forms:write' },
        schema: {
          summary: "Change a form's title, description, status or fields",
          querystring: NoQuery,
          body: Change,
          response: { 200: ChangedForm, default: Failure },
        },
      },
      async (request, reply) => {
        const { accountId, keyId } = callerOf(request);
        const { id: formId, ...changes } = request.body;
        if (Object.keys(changes).length === 0) throw changesNothing();
        const context = contextOf(request, accountId, { kind: 'key', id: keyId });
        const change = { formId, changes: withLocale(changes), ...ifMatchOf(request) };
        // Read before the command: after the append, a failed read must not turn the answer into an error.
        const known = await queries.forms.get(accountId, formId);
        const destinationChoices = queries.destinations.choosing;
        const changed = await changeForm({ ...deps, destinationChoices }, change, context);
        if (!changed.ok) throw refused(changed.error);
        const { form, revision, position, warnings } = changed.value;
        setLogPosition(reply, position);
        reply.header('etag', etagOf(revision));
        return { ...changedForm(form, known?.submission_count ?? 0), ...shownWarnings(warnings) };
      },
    );
  };
