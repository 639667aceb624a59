import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { verifyWebhook } from '../../dispatcher/worker/verify-webhook.ts';
import { eventually } from '../support/eventually.ts';
import { type Received, type ReceiverResponse, startReceiver } from './receiver.ts';
import { openWorld, secret } from './world.ts';

const test = suite('test events and changes of a destination');
const world = await openWorld({ delaysMs: [1_500, 30, 30] });
test.after(() => world.close());
const at = () => new Date().toISOString();

const pinged = async (destinationId: string, deliveryId: string, status: 'succeeded' | 'failed') => {
  await world.command(destinationId, { type: 'PingDestination', deliveryId, at: at() });
  return (await world.deliveries(destinationId, status, 1))[0];
};

async function withReceiver(
  answer: (nth: number) => ReceiverResponse,
  run: (url: string, received: readonly Received[]) => Promise<void>,
): Promise<void> {
  const { url, received, close } = await startReceiver(answer);
  try {
    await run(url, received);
  } finally {
    close();
  }
}

test('a ping is signed as a real event and logged, also while the destination is disabled', () =>
  withReceiver(
    () => 204,
    async (url, received) => {
      const id = await world.configure(url, { events: ['form.published'] });
      await world.command(id, { type: 'DisableDestination', reason: { kind: 'operator' }, at: at() });
      const delivery = await pinged(id, `ping-${id}`, 'succeeded');
      assert.equal([delivery?.id, delivery?.kind, delivery?.form_id], [`ping-${id}`, 'ping', null]);
      const [request, ...others] = received;
      if (!request) throw new Error('it did not arrive');
      const { headers, body } = request;
      assert.equal(verifyWebhook({ headers, body, secret }), { ok: true });
      assert.equal(
        [headers['x-service-event'], headers['x-service-delivery'], others.length],
        ['ping', `ping-${id}`, 0],
      );
      const { sent_at, event_id, occurred_at, position, ...rest } = JSON.parse(body) as Record<
        string,
        unknown
      >;
      assert.equal(rest, { event: 'ping', destination_id: id, destination: 'test' });
      assert.ok(Date.parse(String(sent_at)) <= Date.now());
      assert.equal(
        [event_id, occurred_at, position],
        [delivery?.source.event_id, sent_at, delivery?.source.position],
        'a test has an event of its own',
      );
    },
  ));

test('a ping that fails is not sent again', () =>
  withReceiver(
    () => 503,
    async (url, received) => {
      const id = await world.configure(url);
      const delivery = await pinged(id, `ping-${id}`, 'failed');
      assert.equal([delivery?.attempt_count, delivery?.next_attempt_at, received.length], [1, null, 1]);
    },
  ));

test('after a change of the URL, the next attempt goes to the new one', () =>
  withReceiver(
    () => 503,
    (oldUrl, before) =>
      withReceiver(
        () => 204,
        async (url, after) => {
          const id = await world.configure(oldUrl);
          await world.submit();
          await eventually('the first attempt', () => before.length > 0);
          await world.command(id, { type: 'ChangeDestination', settings: { url }, at: at() });
          const [delivery] = await world.deliveries(id, 'succeeded', 1);
          assert.equal([after.length, after[0]?.headers['x-service-delivery']], [1, delivery?.id]);
          assert.is(after[0]?.body, before[0]?.body);
        },
      ),
  ));

test.run();
