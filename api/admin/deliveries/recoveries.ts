import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cancelRecovery, pauseRecovery, resumeRecovery } from '../../../commands/change-recovery.ts';
import { recoverableTo, requestRecovery } from '../../../commands/request-recovery.ts';
import type { RecoverySelection } from '../../../domain/recovery/events.ts';
import { enabledDestinations } from '../../../projections/read-models/destinations/queries.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { ApiError, refused } from '../../errors/errors.ts';
import { answerOnce, keyed } from '../../requests/idempotency.ts';
import type { Paging } from '../../requests/paging.ts';
import { readAfter, setLogPosition } from '../../requests/requests.ts';
import { Failure, Listing, usualLimit } from '../../requests/schemas.ts';
import { OfCopyQuery, queriesFor } from '../copies.ts';
import { contextFor } from '../owners.ts';
import {
  Found,
  fromState,
  fromView,
  NewRecovery,
  RecoverableQuery,
  RecoveriesQuery,
  Recovery,
  RecoveryItem,
  selectionOf,
} from './recovery-schemas.ts';
import { ById } from '../schemas.ts';

const actions = {
  pause: [pauseRecovery, 'Pause a recovery'],
  resume: [resumeRecovery, 'Let a recovery go on'],
  cancel: [cancelRecovery, 'End a recovery; what it has sent again stays so'],
} as const;

/** Recoveries, for operators. */
export const recoveryRoutes =
  (deps: ApiDeps, paging: Paging): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { aggregates, queries, progress, now } = deps;
    const tags = ['admin'];

    /** @throws ApiError where the one destination in question does not receive */
    async function find(selection: RecoverySelection, accountId: string) {
      const { destinationId } = selection;
      const open = await recoverableTo(deps, destinationId, accountId);
      if (!open.ok) throw refused(open.error);
      const destinationIds =
        destinationId === null ? await enabledDestinations(queries.destinations, accountId) : [destinationId];
      const found = await queries.recoveries.count({ accountId, destinationIds, selection });
      return { total: found.failed + found.exhausted + found.skipped, ...found };
    }

    app.get(
      '/accounts/:id/recoverable',
      {
        schema: {
          ...{ tags, summary: 'Count what a recovery would send again', params: ById },
          querystring: RecoverableQuery,
          response: { 200: Found, default: Failure },
        },
      },
      async (request) => {
        await readAfter(request, progress, ['deliveries', 'destinations']);
        const { accountId } = await contextFor(request, aggregates, 'account', request.params.id);
        return find(selectionOf(request.query, now()), accountId);
      },
    );

    app.post(
      '/accounts/:id/recoveries',
      {
        schema: {
          ...{ tags, summary: 'Send again what did not arrive', params: ById, body: NewRecovery },
          description:
            'Deliveries that failed, ran out of attempts or were skipped, of events since a time or a log ' +
            'position: to one destination, or to every one of the account that is enabled. Each is sent again ' +
            'once, the oldest event first.',
          response: { 202: Recovery, default: Failure },
        },
      },
      async (request, reply) => {
        const context = await contextFor(request, aggregates, 'account', request.params.id);
        const { per_second: perSecond = deps.recoveriesPerSecond, ...selected } = request.body;
        return answerOnce(deps, context.accountId, request, reply.code(202), async (requestId) => {
          const selection = selectionOf(selected, now());
          const { total } = await find(selection, context.accountId);
          const requested = await requestRecovery(
            deps,
            { selection, total, perSecond },
            keyed(context, requestId),
          );
          if (!requested.ok) throw refused(requested.error);
          const { recovery, position } = requested.value;
          setLogPosition(reply, position);
          reply.header('location', `${app.prefix}/recoveries/${recovery.recoveryId}`);
          return fromState(recovery);
        });
      },
    );

    app.get(
      '/accounts/:id/recoveries',
      {
        schema: {
          ...{ tags, summary: "List an account's recoveries", params: ById, querystring: RecoveriesQuery },
          response: { 200: Listing(RecoveryItem, 'Recoveries, newest first.'), default: Failure },
        },
      },
      async (request, reply) => {
        const { limit = usualLimit, cursor, status, projection } = request.query;
        const asked = await queriesFor(deps, request, 'recoveries', projection);
        const { accountId } = await contextFor(request, aggregates, 'account', request.params.id);
        const binding = [accountId, 'recoveries', status ?? null, projection ?? null];
        const page = await asked.list(accountId, {
          ...{ limit, status },
          ...paging.after(binding, cursor),
        });
        return paging.answer(request, reply, binding, page, fromView);
      },
    );

    app.get(
      '/recoveries/:id',
      {
        schema: {
          ...{ tags, summary: 'Read a recovery and how far it has come', params: ById },
          querystring: OfCopyQuery,
          response: { 200: RecoveryItem, default: Failure },
        },
      },
      async (request) => {
        const asked = await queriesFor(deps, request, 'recoveries', request.query.projection);
        const found = await asked.get(null, request.params.id);
        if (!found) throw new ApiError('not_found');
        return fromView(found);
      },
    );

    for (const [action, [change, summary]] of Object.entries(actions))
      app.post(
        `/recoveries/:id/${action}`,
        { schema: { ...{ tags, summary, params: ById }, response: { 200: Recovery, default: Failure } } },
        async (request, reply) => {
          const { id: recoveryId } = request.params;
          const context = await contextFor(request, aggregates, 'recovery', recoveryId);
          const changed = await change(deps, { recoveryId }, context);
          if (!changed.ok) throw refused(changed.error);
          setLogPosition(reply, changed.value.position);
          return fromState(changed.value.recovery);
        },
      );
  };
