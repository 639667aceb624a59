import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { type ApiDeps, operatorRoles } from '../api-deps.ts';
import { openTickets } from '../auth/tickets.ts';
import { addressOf } from '../requests/requests.ts';
import { Failure, Timestamp } from '../requests/schemas.ts';
import { ShownOnce } from '../requests/shown-once.ts';

const Ticket = Type.Object({
  url: Type.Optional(Type.String({ description: 'Opens the console, once.' })),
  expires_at: Timestamp,
  shown_once: ShownOnce,
});

/** Links that sign an operator in to the console. */
export const consoleTickets =
  (deps: Pick<ApiDeps, 'now' | 'publicUrl' | 'sessionKeys'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const tickets = openTickets(deps.sessionKeys, deps.now);
    app.post(
      '/console-tickets',
      {
        config: { mayWrite: operatorRoles, shownOnce: ['url'] },
        schema: {
          summary: 'Issue a link that signs you in to the console',
          response: { 201: Ticket, default: Failure },
        },
      },
      async (request, reply) => {
        const { ticket, until } = tickets.issue(request.operator?.id ?? '');
        return reply.code(201).send({ url: ticketUrl(addressOf(deps, request), ticket), expires_at: until });
      },
    );
  };

/** The address at which a ticket opens the console. */
export const ticketUrl = (address: string, ticket: string): string =>
  `${address}/console/sign-in?ticket=${ticket}`;
