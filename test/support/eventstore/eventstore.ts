import { randomUUID } from 'node:crypto';
import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  EventStoreDBClient,
  jsonEvent,
  type ResolvedEvent,
  type StreamSubscription,
} from '@eventstore/db-client';
import { eventually } from '../eventually.ts';
import { useEventStoreServer } from '../servers.ts';

export interface EventStoreFixture {
  readonly url: string;
  readonly client: EventStoreDBClient;
  close(): Promise<void>;
}

/** A client of the server at EVENTSTORE_URL, or of an embedded one that lives as long as the fixture. */
export async function useEventStore(): Promise<EventStoreFixture> {
  const server = await useEventStoreServer();
  const client = EventStoreDBClient.connectionString(server.url);
  const close = async (): Promise<void> => {
    await client.dispose();
    await server.close();
  };
  return { url: server.url, client, close };
}

/** A stream name that no other test uses. */
export const newStream = (category = 'stream'): string => `${category}-${randomUUID()}`;

/** An event type that no other test uses. */
export const newType = (): string => `Type${randomUUID()}`;

/** `count` events numbered from 0 in their data. */
export const numbered = (count: number, type = 'Numbered') =>
  Array.from({ length: count }, (_, n) => jsonEvent({ type, data: { n } }));

/** The events a read gives, to its end. */
export async function collect<T extends ResolvedEvent | AllStreamResolvedEvent>(
  read: AsyncIterable<T>,
): Promise<NonNullable<T['event']>[]> {
  const events: NonNullable<T['event']>[] = [];
  for await (const { event } of read) if (event) events.push(event);
  return events;
}

/** The numbers in the data of `numbered` events. */
export const numbersOf = (events: readonly { data: unknown }[]): unknown[] =>
  events.map(({ data }) => (typeof data === 'object' && data !== null && 'n' in data ? data.n : undefined));

/** The error of the given kind that a promise rejects with. @throws if it does not */
export async function failureOf<E extends Error>(
  promise: Promise<unknown>,
  kind: new (...args: never[]) => E,
): Promise<E> {
  const error = await promise.then(
    () => new Error(`expected ${kind.name}, but it succeeded`),
    (reason: unknown) => reason,
  );
  if (error instanceof kind) return error;
  throw error instanceof Error ? error : new Error(String(error));
}

/** Collects what a subscription gives until it is stopped. */
export function follow(subscription: StreamSubscription | AllStreamSubscription) {
  const events: NonNullable<ResolvedEvent['event'] | AllStreamResolvedEvent['event']>[] = [];
  const signals: string[] = [];
  const errors: unknown[] = [];
  subscription.on('confirmation', () => signals.push('confirmation'));
  subscription.on('caughtUp', () => signals.push('caughtUp'));
  subscription.on('error', (error: unknown) => errors.push(error));
  subscription.on('data', (resolved: ResolvedEvent | AllStreamResolvedEvent) => {
    if (resolved.event) events.push(resolved.event);
  });
  return {
    events,
    signals,
    errors,
    /** Waits for what the probe looks for. @throws after a while, with the last error of the subscription */
    until: (what: string, probe: () => boolean) =>
      eventually(what, () => {
        if (probe()) return true;
        if (errors.length > 0) throw errors.at(-1);
        return false;
      }),
    stop: () => subscription.unsubscribe(),
  };
}
