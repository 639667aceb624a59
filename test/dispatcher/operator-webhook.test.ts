import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { operatorNotices, sendNotices } from '../../dispatcher/operator-webhook.ts';
import { openWebhookClient } from '../../dispatcher/worker/webhook-client.ts';
import { plusMs } from '../../domain/time.ts';
import { run, startStores, writerTo } from '../projections/running.ts';
import { eventually } from '../support/eventually.ts';
import { actionsOf, at, type History } from './events.ts';
import { startReceiver } from './receiver.ts';

const test = suite('operator webhook');

const now = () => new Date(at);
const secret = `whsec_${randomBytes(32).toString('base64')}`;
const disabled = (when = at): History[number] => [
  'destination-x',
  { type: 'DestinationDisabled', data: { reason: { kind: 'gone' }, at: when } },
];

test('a notice names the event, its time, account, stream and reason', () => {
  const { actions } = actionsOf(operatorNotices(now), [
    disabled(),
    [
      'delivery-d',
      { type: 'DeliveryExhausted', data: { destinationId: 'x', attempt: 9, reason: 'gone', at } },
    ],
    ['destination-x', { type: 'DestinationEnabled', data: { at } }],
    ['audit-a1', { type: 'ErasureCompleted', data: { submissionId: 's1', at } }],
  ]);
  assert.equal(actions[0], {
    id: 'e0',
    event: 'destination.disabled',
    occurred_at: at,
    account_id: 'a1',
    stream: 'destination-x',
    reason: { kind: 'gone' },
    event_id: 'e0',
    position: '0',
  });
  assert.equal(
    actions.map(({ event }) => event),
    ['destination.disabled', 'delivery.exhausted', 'destination.enabled', 'submission.erased'],
  );
});

test('an event older than a day sends no notice', () => {
  const { actions } = actionsOf(operatorNotices(now), [disabled(plusMs(at, -86_400_001)), disabled()]);
  assert.equal(actions.length, 1);
});

test('each notice is sent until it is accepted, signed, under the id of its event', async () => {
  const stores = await startStores();
  const receiver = await startReceiver((nth) => (nth === 1 ? 503 : 204));
  const client = openWebhookClient({ allowHosts: ['127.0.0.1'] });
  const clock = () => new Date();
  const told: string[] = [];
  const tell = (details: object, message: string) => told.push(message + JSON.stringify(details));
  const logger = { info: tell, warn: tell, error: tell };
  const waitsMs = [10, 10] as const;
  const webhook = { url: receiver.url, secret };
  const sending = { webhook, client, product: 'Service', now: clock, logger, waitsMs };
  const { signal } = new AbortController();
  const [stream, event] = disabled();
  const last = await writerTo(stores.log)({ stream, event });
  const running = run(stores, {
    projection: operatorNotices(now),
    perform: (notices) => sendNotices(sending, notices, signal),
  });
  await running.reaches(last);
  await eventually('the notice is accepted', () => receiver.received.length === 2);
  const [first, second] = receiver.received;
  assert.is(first?.body, second?.body);
  assert.is(first?.headers['webhook-id'], second?.headers['webhook-id']);
  const verified: unknown = new Webhook(secret).verify(second?.body ?? '', {
    'webhook-id': String(second?.headers['webhook-id']),
    'webhook-timestamp': String(second?.headers['webhook-timestamp']),
    'webhook-signature': String(second?.headers['webhook-signature']),
  });
  assert.match(JSON.stringify(verified), 'destination.disabled');
  assert.match(told.join('\n'), 'the operator webhook did not accept a notice');
  assert.match(told.join('\n'), 'status 503');
  assert.equal(
    running.told.filter((line) => line.includes('parked')),
    [],
  );
  assert.not.match(told.join('\n'), secret);
  await running.stop();
  await client.close();
  receiver.close();
  await stores.close();
});

test("a notice is not sent again before the receiver's Retry-After", async () => {
  const receivedAt: number[] = [];
  const refused = { kind: 'response', status: 429, excerpt: '' } as const;
  const accepted = { kind: 'response', status: 204, excerpt: '' } as const;
  const client = {
    async post() {
      receivedAt.push(performance.now());
      return receivedAt.length === 1
        ? { outcome: refused, durationMs: 1, retryAfterMs: 300 }
        : { outcome: accepted, durationMs: 1, retryAfterMs: null };
    },
  };
  const [notice] = actionsOf(operatorNotices(now), [disabled()]).actions;
  assert.ok(notice);
  const silent = () => undefined;
  const logger = { info: silent, warn: silent, error: silent };
  const webhook = { url: 'https://operator.example/', secret };
  const sending = { webhook, client, product: 'Service', now, logger, waitsMs: [1, 1] as const };
  await sendNotices(sending, [notice], new AbortController().signal);
  const [first = 0, second = 0] = receivedAt;
  assert.ok(second - first >= 299, `${second - first} ms`);
});

test.run();
