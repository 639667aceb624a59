import { entryUrl } from '../packages/embedded-server/src/spawn.ts';

/**
 * The modules that the threads and processes of the service run. The build joins this file with others into a file of
 * `dist/app/`, so the paths have to lead from there.
 */
export const entries = {
  eventstore: entryUrl('../packages/embedded-eventstore/src/bin', import.meta.url),
  mongodb: entryUrl('../packages/embedded-mongodb/src/bin', import.meta.url),
  nats: entryUrl('../packages/embedded-nats/src/bin', import.meta.url),
  webhookClient: entryUrl('../dispatcher/worker/webhook-client-entry', import.meta.url),
  roles: entryUrl('./processes/child', import.meta.url),
} as const;
