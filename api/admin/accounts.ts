import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { changeAccount } from '../../commands/account/change-account.ts';
import { openAccount } from '../../commands/account/open-account.ts';
import { planUsageOf } from '../../commands/account/plan-usage.ts';
import type { ExistingAccount } from '../../domain/account/decider.ts';
import type { ApiDeps } from '../api-deps.ts';
import { operatorContext } from '../auth/operators.ts';
import { contextFor } from '../auth/owners.ts';
import { ApiError, refused } from '../errors/errors.ts';
import { OfCopyQuery, PageOfCopyQuery, queriesFor } from '../requests/copies.ts';
import { localeMembers, withLocale } from '../requests/locale.ts';
import type { Paging } from '../requests/paging.ts';
import { setLogPosition } from '../requests/requests.ts';
import { ById, closed, Failure, Listing, Name, Timestamp, usualLimit } from '../requests/schemas.ts';

const Use = Type.Object({
  used: Type.Integer(),
  limit: Type.Union([Type.Integer(), Type.Null()], { description: 'Null for no limit.' }),
});

const Usage = Type.Object(
  {
    submissions_this_month: Type.Object(Use.properties, {
      description: 'Reserved and taken places; counted only where the plan has a limit.',
    }),
    published_forms: Use,
    destinations: Use,
  },
  { description: 'The use of the resources that the plan limits.' },
);

const Account = Type.Object({
  id: Type.String(),
  name: Type.String(),
  plan: Type.String(),
  language: Type.Optional(Type.String()),
  time_zone: Type.Optional(Type.String()),
  created_at: Timestamp,
});

const Locale = localeMembers(
  'The language of forms that are created without their own, a tag of BCP 47 such as de-CH.',
  'The time zone of forms that are created without their own, a name of the IANA database such as Europe/Berlin.',
);

const AccountWithUsage = Type.Object({ ...Account.properties, usage: Usage });

export const NewAccount = Type.Object(
  {
    id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })),
    name: Name,
    plan: Type.String(),
    ...Locale,
  },
  closed,
);

const AccountChange = Type.Object(
  { plan: Type.Optional(Type.String()), ...Locale },
  { ...closed, minProperties: 1 },
);

/** Shows an account from its state. */
const accountRecord = (account: ExistingAccount): Static<typeof Account> => ({
  id: account.accountId,
  name: account.name,
  plan: account.plan,
  ...(account.language !== undefined && { language: account.language }),
  ...(account.timeZone !== undefined && { time_zone: account.timeZone }),
  created_at: account.openedAt,
});

/** Accounts, for operators. */
export const accountRoutes =
  (
    deps: Pick<
      ApiDeps,
      'aggregates' | 'documents' | 'log' | 'newId' | 'now' | 'plans' | 'progress' | 'queries' | 'quotas'
    >,
    paging: Paging,
  ): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/accounts',
      {
        schema: {
          summary: 'Open an account',
          body: NewAccount,
          response: { 201: Account, default: Failure },
        },
      },
      async (request, reply) => {
        const { id, ...rest } = withLocale(request.body);
        const input = { ...rest, ...(id !== undefined && { accountId: id }) };
        const opened = await openAccount(deps, input, operatorContext(request, ''));
        if (!opened.ok) throw refused(opened.error);
        const { account, position } = opened.value;
        setLogPosition(reply, position);
        return reply.code(201).send(accountRecord(account));
      },
    );

    app.get(
      '/accounts',
      {
        schema: {
          summary: 'List accounts',
          querystring: PageOfCopyQuery,
          response: { 200: Listing(Account, 'Accounts, newest first.'), default: Failure },
        },
      },
      async (request, reply) => {
        const { limit = usualLimit, cursor, projection } = request.query;
        const asked = await queriesFor(deps, request, 'accounts', projection);
        const binding = ['accounts', projection ?? null];
        const page = await asked.list({ limit, ...paging.after(binding, cursor) });
        return paging.answer(request, reply, binding, page, (account) => account);
      },
    );

    app.get(
      '/accounts/:id',
      {
        schema: {
          summary: 'Read an account',
          params: ById,
          querystring: OfCopyQuery,
          response: { 200: AccountWithUsage, default: Failure },
        },
      },
      async (request) => {
        const asked = await queriesFor(deps, request, 'accounts', request.query.projection);
        const { id } = request.params;
        const destinationIdsOf = deps.queries.destinations.idsOf;
        const [account, used] = await Promise.all([
          asked.get(id),
          planUsageOf({ ...deps, destinationIdsOf }, id),
        ]);
        if (!account || !used) throw new ApiError('not_found');
        return { ...account, usage: used.usage };
      },
    );

    app.patch(
      '/accounts/:id',
      {
        schema: {
          summary: 'Change an account',
          params: ById,
          body: AccountChange,
          response: { 200: Account, default: Failure },
        },
      },
      async (request, reply) => {
        const context = await contextFor(request, deps.aggregates, 'account', request.params.id);
        const changed = await changeAccount(deps, withLocale(request.body), context);
        if (!changed.ok) throw refused(changed.error);
        const { account, position } = changed.value;
        setLogPosition(reply, position);
        return accountRecord(account);
      },
    );
  };
