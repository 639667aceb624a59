import Type, { type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { EventLog, StoredEvent } from '../../log/event-log.ts';
import { openEventStoreLog } from '../../log/eventstore/eventstore-log.ts';

/** An event with data of a known shape. */
export interface Entry<T> {
  readonly data: T;
  readonly event: StoredEvent;
}

/** The events of a round, in order. */
export interface History {
  readonly events: readonly StoredEvent[];
  /** The events of a type. @throws for one of another shape */
  of<T extends TSchema>(type: string, shape: T): Entry<Static<T>>[];
}

/** Asks the server itself, past the proxies, for the end of its log; null for an empty one. */
export const endOfLog = (url: string): Promise<bigint | null> => withLog(url, (log) => log.head());

/**
 * Reads the log of the server itself, past the proxies.
 * @param after the end of what earlier rounds have left in a real one
 */
export const readHistory = (url: string, after: bigint | null): Promise<History> =>
  withLog(url, async (log) => {
    const events: StoredEvent[] = [];
    for await (const event of log.readStored({ from: after }))
      if (after === null || event.position > after) events.push(event);
    return historyOf(events);
  });

async function withLog<T>(url: string, use: (log: EventLog) => Promise<T>): Promise<T> {
  const log = openEventStoreLog({ url });
  try {
    return await use(log);
  } finally {
    await log.close();
  }
}

const Metadata = Type.Object({ accountId: Type.Optional(Type.String()) });

/** The ids that the newer versions of some events leave to the stream's name and to the metadata. */
function inEnvelope({ stream, metadata }: StoredEvent): Record<string, unknown> {
  const dash = stream.indexOf('-');
  const { accountId } = Value.Parse(Metadata, metadata);
  return { [`${stream.slice(0, dash)}Id`]: stream.slice(dash + 1), accountId };
}

export function historyOf(events: readonly StoredEvent[]): History {
  const parsed = <T extends TSchema>(shape: T, event: StoredEvent): Entry<Static<T>> => ({
    data: Value.Parse(shape, Object.assign(inEnvelope(event), event.data)),
    event,
  });
  return {
    events,
    of: (type, shape) => events.filter((event) => event.type === type).map((event) => parsed(shape, event)),
  };
}

const Text = Type.String();

/** As much of events as the laws look at. */
export const shapes = {
  submission: Type.Object({
    submissionId: Text,
    accountId: Text,
    form: Type.Object({ id: Text }),
    answers: Type.Array(Type.Unknown()),
  }),
  /** The first event of a delivery, as stored: without what stands beside it. */
  begun: Type.Object({
    destinationId: Type.Optional(Text),
    planned: Type.Optional(Type.Object({ destinationId: Type.Optional(Text), eventId: Type.Optional(Text) })),
  }),
  caused: Type.Object({ causationId: Type.Optional(Text) }),
  attempted: Type.Object({
    destinationId: Text,
    attempt: Type.Integer(),
    startedAt: Text,
    nextAttemptAt: Type.Union([Text, Type.Null()]),
    succeeded: Type.Optional(Type.Literal(true)),
    outcome: Type.Object({ kind: Text, status: Type.Optional(Type.Integer()) }),
  }),
  ended: Type.Object({ destinationId: Text, attempt: Type.Integer(), reason: Type.Optional(Text) }),
  reserved: Type.Object({ submissionIds: Type.Array(Text) }),
  settled: Type.Object({ reservations: Type.Array(Type.Integer()), submissionIds: Type.Array(Text) }),
  assigned: Type.Object({
    assignments: Type.Array(Type.Object({ place: Text, submissionId: Text })),
  }),
  anything: Type.Object({}),
};
