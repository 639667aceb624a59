import { connect } from 'nats';
import type { Context } from '../../harness/context.ts';
import { alternate, inLanes, rate } from '../../harness/rounds.ts';
import { atLeast, measured, type Row } from '../../harness/suite.ts';
import { startNatsServer } from '../nats-server.ts';
import { startEmbedded } from '../servers.ts';

const inFlight = 64;
const payload = Buffer.alloc(256, 'x');

type Requests = (count: number) => Promise<void>;

/** A connection that asks and one that answers, both in this process: only the server between them differs. */
async function openRequests(context: Context, url: string): Promise<Requests> {
  const [asking, answering] = await Promise.all([connect({ servers: url }), connect({ servers: url })]);
  context.onRelease(() => Promise.all([asking.close(), answering.close()]));
  answering.subscribe('echo', { queue: 'workers', callback: (_, message) => message.respond(message.data) });
  await answering.flush();
  return (count) => inLanes(count, inFlight, () => asking.request('echo', payload, { timeout: 10_000 }));
}

/** Request and reply at 64 in flight, against the NATS server of Debian. */
export const nats: Row = {
  name: 'nats',
  target: atLeast(0.5),
  async run(context) {
    const tested = await openRequests(context, await startEmbedded(context, 'nats'));
    const original = await openRequests(context, await startNatsServer(context));
    const count = context.scaled(20_000);
    const { value, baseline } = await alternate({
      value: () => rate(count, () => tested(count)),
      baseline: () => rate(count, () => original(count)),
    });
    return measured(value, baseline, 'requests/s');
  },
};
