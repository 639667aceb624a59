import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { contextFor } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { ApiError } from '../../../api/errors/errors.ts';
import { membersOf } from '../../../commands/membership/read-members.ts';
import { actorText } from '../../../domain/sentences/authors.ts';
import { eventKinds } from '../../../domain/sentences/event-kinds.ts';
import { historyQueries } from '../../../projections/queries/history.ts';
import { accountTrail, allActs } from '../../../projections/queries/trail/account-trail.ts';
import { openNames } from '../../../projections/queries/worded/names.ts';
import { type WordedEvent, wordedHistories } from '../../../projections/queries/worded/worded-history.ts';
import { Pages } from '../../parts/pages.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { rowsOnPage } from '../parts/pager.ts';
import type { Routes } from '../parts/routes.ts';
import { noNames } from '../parts/thing-links.tsx';
import { visitorIn } from '../session/visitor.ts';
import { show } from '../shell.tsx';
import { eventList } from './event-list.tsx';
import { eventFormats, sendEvents } from './export.ts';
import { EventFilterForm } from './filters.tsx';
import { EventFilter, filterQuery, readFilter } from './query.ts';

const Position = Type.String({ pattern: '^\\d{1,20}$' });
const path = '/console/accounts/:id/history';
const notWorded = ['attempts', 'service'];
/** The kinds of events that are acts. */
const wordedKinds = new Set(eventKinds.filter((kind) => !notWorded.includes(kind)));

/** The scopes of the things that the acts are about. */
const neededScopes = ['forms:read', 'submissions:read', 'webhooks:read'] as const;

/** Who did what in an account, for its owners and for operators: the acts of people and keys, whatever they were about. */
export function accountTrailPages(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'definitions' | 'deliveries' | 'log' | 'operatorTokens' | 'queries'>,
): void {
  const { log, queries, operatorTokens } = deps;
  const trail = accountTrail({ log, sources: queries.trail });
  const worded = wordedHistories(deps);
  const { dataOf } = historyQueries(deps);
  const config = { scope: 'account:write' } as const;

  /** @throws ApiError `insufficient_scope` for keys that may not see all that the acts are about, `not_found` for other accounts */
  async function requireReader(request: FastifyRequest, accountId: string): Promise<void> {
    const { canRead } = visitorIn(request);
    const lacking = neededScopes.find((scope) => !canRead(scope));
    if (lacking)
      throw new ApiError('insufficient_scope', { message: `Your API key lacks the scope ${lacking}.` });
    await contextFor(request, deps.aggregates, 'account', accountId);
  }

  /** The people whom the filter offers: the members and keys of the account, and the operators to an operator. */
  async function peopleOf(accountId: string, isOperator: boolean): Promise<(readonly [string, string])[]> {
    const [{ items }, members] = await Promise.all([
      queries.keys.list(accountId, { limit: 100 }),
      membersOf(deps, accountId, 1_000),
    ]);
    const operators = isOperator ? operatorTokens : [];
    return [
      ...operators.map(({ id }) => [actorText({ kind: 'operator', id }), `Operator ${id}`] as const),
      ...members.map(({ personId, name }) => [actorText({ kind: 'member', id: personId }), name] as const),
      ...items.map(({ id, name }) => [actorText({ kind: 'key', id }), `API key “${name}”`] as const),
      [actorText({ kind: 'system', id: 'health' }), 'Formlog'],
    ];
  }

  async function* wordedActs(
    accountId: string,
    filter: ReturnType<typeof readFilter>,
  ): AsyncGenerator<WordedEvent> {
    for await (const acts of allActs(trail, accountId, filter)) yield* await worded.word(acts);
  }

  app.get(
    path,
    {
      config,
      schema: {
        params: ById,
        querystring: Type.Object({ ...EventFilter, before: Type.Optional(Position) }),
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { before, ...filters } = request.query;
      await requireReader(request, id);
      const isOperator = visitorIn(request).operator !== null;
      const page = await trail.page(id, {
        ...readFilter(filters),
        order: 'desc',
        limit: rowsOnPage,
        ...(before !== undefined && { after: BigInt(before) }),
      });
      const [people, name] = await Promise.all([peopleOf(id, isOperator), openNames(log).now('account', id)]);
      const account = encodeURIComponent(id);
      const at = `/console/accounts/${account}/history`;
      const events = await eventList({
        events: await worded.word(page.acts),
        deliveries: [],
        names: noNames,
        about: id,
        isOperator,
        isFiltered: filterQuery(filters) !== '',
        dataOf,
      });
      return show(
        reply,
        {
          title: 'Who did what',
          account: id,
          crumbs: isOperator
            ? [
                ['Accounts', '/console/accounts'] as const,
                [name ?? id, `/console/accounts/${account}`] as const,
              ]
            : [['Account', `/console/accounts/${account}`] as const],
          actions: isOperator && <a href={`/console/history/account/${account}`}>Plan and settings alone</a>,
        },
        <>
          <p class="quiet">
            The acts of people and API keys in this account: forms, destinations, keys, plan, recoveries,
            erasures and corrections. Each submission and each webhook has a history of its own.
          </p>
          <EventFilterForm path={at} filters={filters} people={people} kinds={wordedKinds} />
          {page.correctionsSince !== null && (
            <p class="note">
              Corrections before <Time at={page.correctionsSince} /> are in the histories of their submissions
              alone.
            </p>
          )}
          {events as 'safe'}
          <Pages
            next={page.next === null ? null : at + filterQuery(filters, { before: String(page.next) })}
            isLater={before !== undefined}
            first={at + filterQuery(filters)}
          />
        </>,
      );
    },
  );

  for (const format of eventFormats)
    app.get(
      `${path}/events.${format}`,
      { config, schema: { params: ById, querystring: Type.Object(EventFilter) } },
      async (request, reply) => {
        const { id } = request.params;
        await requireReader(request, id);
        const events = wordedActs(id, readFilter(request.query));
        return sendEvents(reply, { name: `account-${id}`, format, events, dataOf });
      },
    );
}
