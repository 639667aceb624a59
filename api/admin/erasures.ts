import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { eraseSubmission } from '../../commands/erase-submission.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { ErasureView } from '../../projections/queries/erasures.ts';
import type { ApiDeps } from '../api-deps.ts';
import { refused } from '../errors.ts';
import type { Paging } from '../paging.ts';
import { readAfter, tellPosition } from '../requests.ts';
import { Failure, Listing, usualLimit } from '../schemas.ts';
import { EventEntry, eventEntry } from './event-entries.ts';
import { contextFor } from './owners.ts';
import { ById, PageQuery } from './schemas.ts';

const Erasure = Type.Object({
  id: Type.String(),
  account_id: Type.String(),
  form_id: Type.Union([Type.String(), Type.Null()]),
  status: Type.Enum(['erasing', 'erased'], {
    description:
      '`erasing`: nobody is shown it any more, and its events and what is left in files go. `erased`: they are gone.',
  }),
  erased_at: Type.String(),
  completed_at: Type.Union([Type.String(), Type.Null()]),
});

const erasureOf = ({
  id,
  account_id,
  form_id,
  erased_at,
  completed_at,
}: Pick<ErasureView, 'id' | 'account_id' | 'form_id' | 'erased_at' | 'completed_at'>): Static<
  typeof Erasure
> => ({
  ...{ id, account_id, form_id },
  status: completed_at === null ? 'erasing' : 'erased',
  ...{ erased_at, completed_at },
});

/** Erasing submissions, and the facts that remain. */
export const erasureRoutes =
  (deps: ApiDeps, paging: Paging): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates, queries, progress, log } = deps;
    const tags = ['admin'];

    app.post(
      '/submissions/:id/erase',
      {
        schema: {
          ...{ tags, summary: 'Erase a submission for good', params: ById },
          description:
            'With its answers, its payment, and the deliveries that told of it. There is no way back. Asked again, ' +
            'it answers how far it has come.',
          response: { 200: Erasure, default: Failure },
        },
      },
      async (request, reply) => {
        const { id } = request.params;
        const before = await queries.erasures.get(id);
        if (before?.kind === 'submission') return erasureOf(before);
        const context = await contextFor(request, aggregates, 'submission', id);
        const erased = await eraseSubmission(deps, id, context);
        if (!erased.ok) throw refused(erased.error);
        const { formId: form_id, at: erased_at, position } = erased.value;
        tellPosition(reply, position);
        return erasureOf({ id, account_id: context.accountId, form_id, erased_at, completed_at: null });
      },
    );

    app.get(
      '/accounts/:id/audit',
      {
        schema: {
          ...{ tags, summary: 'List the facts that outlive what they speak of', querystring: PageQuery },
          params: ById,
          description: 'What was erased, when and by whom, oldest first.',
          response: { 200: Listing(EventEntry, 'Events, oldest first.'), default: Failure },
        },
      },
      async (request, reply) => {
        await readAfter(request, progress, ['erasures']);
        const { accountId } = await contextFor(request, aggregates, 'account', request.params.id);
        const { limit = usualLimit, cursor } = request.query;
        const binding = [accountId, 'audit'];
        const { after } = paging.after(binding, cursor);
        const { events, next } = await log.readPage(streamOf.audit(accountId), {
          direction: 'forwards',
          from: after && Number(after.at),
          limit,
        });
        const page = { items: events, next: next === null ? null : { at: String(next), id: '' } };
        return paging.answer(request, reply, binding, page, eventEntry);
      },
    );
  };
