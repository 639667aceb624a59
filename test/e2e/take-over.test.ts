import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rangeCount, rangeOf } from '../../dispatcher/scheduler/shards.ts';
import { startReceiver } from '../dispatcher/receiver.ts';
import { eventually } from '../support/eventually.ts';
import { useNatsServer } from '../support/servers.ts';
import { deliveriesOf, startFleet } from './fleet.ts';

const test = suite('two dispatchers');

/** Within ten seconds on a machine of its own. */
const takeOverLimitMs = 60_000;
/** On a shared event store, five processes read first all that earlier tests left. */
const warmUpLimitMs = 90_000;

test('the other takes over the shards of a killed one', async () => {
  const nats = await useNatsServer();
  const fleet = await startFleet(['api', 'projector', 'worker', 'dispatcher-1', 'dispatcher-2'], nats.url);
  const receivers: Awaited<ReturnType<typeof startReceiver>>[] = [];
  const ranges = new Set<number>();
  // Until there is something to send in a good part of the ranges: each of the two has some of them.
  while (ranges.size < rangeCount / 3) {
    const receiver = await startReceiver();
    receivers.push(receiver);
    ranges.add(rangeOf(await fleet.addDestination('here', receiver.url)));
  }
  const haveAll = (id: string) => receivers.every(({ received }) => deliveriesOf(received).has(id));
  const before = await fleet.submit('before');
  await eventually('all have it', () => haveAll(before), warmUpLimitMs);

  await fleet.member('dispatcher-1').kill();
  const after = await fleet.submit('after');
  await eventually('all have it again', () => haveAll(after), takeOverLimitMs);
  for (const { received } of receivers)
    for (const [id, deliveries] of deliveriesOf(received)) assert.is(deliveries.size, 1, id);
  await fleet.close();
  for (const { close } of receivers) close();
  await nats.close();
});

test.run();
