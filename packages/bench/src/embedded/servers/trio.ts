/** The three embedded servers in one process, each in a thread of its own, as the service runs them. */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { entryUrl, startInWorker } from '../../../../embedded-server/src/spawn.ts';

const { values } = parseArgs({
  options: { dir: { type: 'string', default: '' }, 'maintenance-ms': { type: 'string' } },
});
const start = (name: string, more: object = {}) =>
  startInWorker(entryUrl(`../../../../embedded-${name}/src/bin`, import.meta.url), {
    dir: join(values.dir, name),
    port: 0,
    ...more,
  });
const interval = values['maintenance-ms'];

const [eventstore, mongodb, nats] = await Promise.all([
  start('eventstore'),
  start('mongodb', interval === undefined ? {} : { maintenanceMs: Number(interval) }),
  start('nats'),
]);
const idle = setInterval(() => undefined, 60_000);
process.once('SIGTERM', () => {
  clearInterval(idle);
  for (const server of [eventstore, mongodb, nats]) void server.close();
});
process.stdout.write(
  `${JSON.stringify({ eventstore: eventstore.url, mongodb: mongodb.url, nats: nats.url })}\n`,
);
