import type { ApiDeps } from '../api-deps.ts';
import { openTickets } from '../auth/tickets.ts';
import { consoleTicketOperations } from '../contract/accounts/console-tickets.ts';
import type { Mount } from '../mount.ts';
import { addressOf } from '../requests/requests.ts';

/** Links that sign an operator in to the console. */
export function consoleTickets(api: Mount, deps: Pick<ApiDeps, 'now' | 'publicUrl' | 'sessionKeys'>): void {
  const tickets = openTickets(deps.sessionKeys, deps.now);
  api.route(
    consoleTicketOperations.issueConsoleTicket,
    async (request) => {
      const { ticket, until } = tickets.issue({ kind: 'operator', id: request.operator?.id ?? '' });
      return { url: ticketUrl(addressOf(deps, request), ticket), expires_at: until };
    },
    { shownOnce: ['url'] },
  );
}

/** The address at which a ticket opens the console. */
export const ticketUrl = (address: string, ticket: string): string =>
  `${address}/console/sign-in?ticket=${ticket}`;
