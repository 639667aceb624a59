import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type ApiDeps, operatorRoles } from '../api-deps.ts';
import { openTickets } from '../auth/tickets.ts';
import { consoleTicketOperations } from '../contract/accounts/console-tickets.ts';
import { addressOf } from '../requests/requests.ts';

/** Links that sign an operator in to the console. */
export const consoleTickets =
  (deps: Pick<ApiDeps, 'now' | 'publicUrl' | 'sessionKeys'>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const tickets = openTickets(deps.sessionKeys, deps.now);
    app.post(
      consoleTicketOperations.issueConsoleTicket.path,
      {
        config: { mayWrite: operatorRoles, shownOnce: ['url'] },
        schema: consoleTicketOperations.issueConsoleTicket,
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
