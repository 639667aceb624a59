import type { Static } from 'typebox';
import type { Account } from './accounts.ts';
import { type Entry, type History, shapes } from './history.ts';
import type { Journal } from './load.ts';

/** Everything that there is to be said of a world at rest. */
export interface Evidence {
  readonly history: History;
  readonly journal: Journal;
  readonly accounts: readonly Account[];
  /** The ids that the API lists of each account. */
  readonly listed: ReadonlyMap<Account, readonly string[]>;
  /** The deliveries that the API lists. */
  readonly deliveries: readonly ListedDelivery[];
  /** Delivery ids, each as often as a receiver answered it with success, and what it was told of. */
  readonly received: readonly { readonly deliveryId: string; readonly about: string }[];
  /** The processes that ended where no fault ended them, and how. */
  readonly crashes: readonly string[];
  /** The read models that differ from a rebuild, and how. */
  readonly differing: readonly string[];
}

/** A delivery as the API lists it. */
export interface ListedDelivery {
  readonly id: string;
  readonly eventId: string;
  readonly destinationId: string;
  readonly kind: string;
  readonly status: string;
}

/** A law, and what breaks it: nothing where it holds. */
export type Law = (evidence: Evidence) => string[];

export type Submission = Entry<Static<typeof shapes.submission>>;

export const submissionsIn = ({ history, accounts }: Evidence): Submission[] =>
  history
    .of('SubmissionCreated', shapes.submission)
    .filter(({ data }) => accounts.some(({ id }) => id === data.accountId));

/** How often each of some things occurs. */
function counted(things: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const thing of things) counts.set(thing, (counts.get(thing) ?? 0) + 1);
  return counts;
}

export const moreThanOnce = (things: readonly string[], what: string): string[] =>
  [...counted(things)].flatMap(([thing, times]) => (times > 1 ? [`${what} ${thing}: ${times} times`] : []));
