import Type, { type Static } from 'typebox';
import { newId } from '../../log/ids.ts';
import { sealedTokens } from './sealed-tokens.ts';

/** The operator or the person as whom a ticket signs in. */
const Holder = Type.Union([
  Type.Object({ kind: Type.Literal('operator'), id: Type.String() }),
  Type.Object({ kind: Type.Literal('person'), id: Type.String() }),
]);
type Holder = Static<typeof Holder>;

/** A right to open one session. */
const Ticket = Type.Object({
  id: Type.String(),
  holder: Holder,
  /** ISO 8601. */
  until: Type.String(),
});
export type Ticket = Static<typeof Ticket>;

const lifetimeMs = 3_600_000;

/** Issues and opens tickets. Their single use is for the reader to ensure. */
export function openTickets(keys: readonly [Buffer, ...Buffer[]], now: () => Date) {
  const tokens = sealedTokens('ticket', Ticket, keys);
  return {
    /** Issues a ticket that opens one session, until an hour from now. */
    issue(holder: Holder): { readonly ticket: string; readonly until: string } {
      const until = new Date(now().getTime() + lifetimeMs).toISOString();
      return { ticket: tokens.seal({ id: newId(), holder, until }), until };
    },
    /** Returns a ticket that has not expired; otherwise null. */
    open(token: string): Ticket | null {
      const ticket = tokens.open(token);
      return ticket !== null && ticket.until > now().toISOString() ? ticket : null;
    },
  };
}
