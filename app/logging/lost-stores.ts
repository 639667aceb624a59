/** A store that does not answer, as an error in a log line says. */
export interface LostStore {
  readonly store: 'eventstore' | 'mongodb';
  /** The messages of the error and of its causes, without stacks. */
  readonly reason: string;
}

const storeOf: Readonly<Record<string, LostStore['store']>> = {
  LogUnavailable: 'eventstore',
  MongoNetworkError: 'mongodb',
  MongoNetworkTimeoutError: 'mongodb',
  MongoNotConnectedError: 'mongodb',
  MongoPoolClearedError: 'mongodb',
  MongoServerSelectionError: 'mongodb',
  MongoWaitQueueTimeoutError: 'mongodb',
};

const deepest = 5;

/**
 * Finds the store whose loss a log line reports.
 * @param details the object of the line: an `err`, or the stack of an `error` as text
 * @returns null for a line about anything else
 */
export function lostStoreIn(details: object): LostStore | null {
  const err = 'err' in details ? details.err : undefined;
  const error = 'error' in details ? details.error : undefined;
  if (err instanceof Error) {
    const store = storeOf[err.name];
    return store === undefined ? null : { store, reason: messagesOf(err).join(': ') };
  }
  const [, name = '', message = ''] = typeof error === 'string' ? (/^(\w+): (.*)/.exec(error) ?? []) : [];
  const store = storeOf[name];
  return store === undefined ? null : { store, reason: message };
}

function messagesOf(error: Error): string[] {
  const messages: string[] = [];
  for (let at: unknown = error; at instanceof Error && messages.length < deepest; at = at.cause)
    messages.push(at.message);
  return messages;
}
