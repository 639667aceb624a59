import { randomUUID } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { sealedTokens } from './sealed-tokens.ts';

/** A right to open one session as an operator. */
const Ticket = Type.Object({
  id: Type.String(),
  operatorId: Type.String(),
  /** ISO 8601. */
  until: Type.String(),
});
export type Ticket = Static<typeof Ticket>;

const lifetimeMs = 3_600_000;

/** Issues and opens tickets. Their single use is for the reader to ensure. */
export function openTickets(keys: readonly [Buffer, ...Buffer[]], now: () => Date) {
  const tokens = sealedTokens('ticket', Ticket, keys);
  return {
    /** A ticket that opens a session within an hour. */
    issue: (operatorId: string): string =>
      tokens.seal({
        id: randomUUID(),
        operatorId,
        until: new Date(now().getTime() + lifetimeMs).toISOString(),
      }),
    /** Returns a ticket that has not expired; otherwise null. */
    open(token: string): Ticket | null {
      const ticket = tokens.open(token);
      return ticket !== null && ticket.until > now().toISOString() ? ticket : null;
    },
  };
}
