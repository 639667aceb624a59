import {
  type Behaviour,
  behaviours,
  newestBehaviour,
} from '../../../packages/embedded-eventstore/src/behaviour.ts';
import { type EventStoreServer, startEventStore } from '../../../packages/embedded-eventstore/src/server.ts';

/** The version of the real server that embedded ones play in this process; the runner sets it. */
const behaviourUnderTest: Behaviour =
  behaviours.find((name) => name === process.env['EMBEDDED_EVENTSTORE_BEHAVIOUR']) ?? newestBehaviour;

/**
 * The limit of an append in tests, in bytes: that of the strictest version. Newer versions accept so much that a test of
 * their limit would send 256 MiB.
 */
const maxAppendSize = 1024 * 1024;

/** Starts an embedded server that plays the version under test. */
export const startPlayedEventStore = (
  options: Omit<Parameters<typeof startEventStore>[0], 'behaviour'>,
): Promise<EventStoreServer> => startEventStore({ maxAppendSize, ...options, behaviour: behaviourUnderTest });
