import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { verifyWebhook } from '../../dispatcher/worker/verify-webhook.ts';
import { newId } from '../../log/ids.ts';
import { eventually } from '../support/eventually.ts';
import { type Received, type ReceiverResponse, startReceiver } from './receiver.ts';
import { openWorld, secret } from './world.ts';

// Longer than any attempt: one that hangs stays under way, and makes no room for another.
const world = await openWorld({ requestTimeoutMs: 90_000 });
const test = suite('delivery');
test.after(() => world.close());

/** Runs a test with a receiver and a destination that leads to it. */
async function withReceiver(
  answer: (nth: number) => ReceiverResponse,
  run: (received: readonly Received[], destinationId: string) => Promise<void>,
): Promise<void> {
  const { url, received, close } = await startReceiver(answer);
  const destinationId = await world.configure(url);
  try {
    await run(received, destinationId);
  } finally {
    await world.command(destinationId, { type: 'RemoveDestination', at: new Date().toISOString() });
    close();
  }
}

const idOf = ({ headers }: Received) => String(headers['x-service-delivery']);
const at = () => new Date().toISOString();

test('each submission arrives once, signed, with its answers, and is in the delivery log', () =>
  withReceiver(
    () => 204,
    async (received, destinationId) => {
      const submitted = await Promise.all(Array.from({ length: 30 }, () => world.submit()));
      const deliveries = await world.deliveries(destinationId, 'succeeded', 30);
      assert.is(received.length, 30);
      for (const { headers, body } of received) {
        assert.equal(verifyWebhook({ headers, body, secret }), { ok: true });
        assert.is(headers['x-service-event'], 'submission.created');
        assert.is(headers['content-type'], 'application/json');
      }
      const arrived = received.map(({ body }) => /"submission_id":"(\w+)"/.exec(body)?.[1]);
      assert.equal(arrived.sort(), [...submitted].sort());
      assert.equal(received.map(idOf).sort(), deliveries.map(({ id }) => id).sort());
      assert.ok(deliveries.every(({ attempt_count }) => attempt_count === 1));
    },
  ));

test('after a 500 the same bytes are sent again with the same id and a new signature', () =>
  withReceiver(
    (nth) => (nth < 3 ? 500 : 200),
    async (received, destinationId) => {
      await world.submit();
      const [delivery] = await world.deliveries(destinationId, 'succeeded', 1);
      assert.is(delivery?.attempt_count, 3);
      assert.is(received.length, 3);
      assert.is(new Set(received.map(idOf)).size, 1);
      assert.is(new Set(received.map(({ body }) => body)).size, 1);
      for (const { headers, body } of received)
        assert.equal(verifyWebhook({ headers, body, secret }), { ok: true });
      const { attempts = [] } = (await world.queries.deliveries.get(null, delivery?.id ?? '')) ?? {};
      const startedAt = attempts.map((one) => Date.parse(one.started_at));
      for (const [n, { next_attempt_at: due }] of attempts.slice(0, -1).entries()) {
        const dueAt = Date.parse(due ?? '');
        assert.ok(dueAt - (startedAt[n] ?? NaN) >= 30 && (startedAt[n + 1] ?? NaN) >= dueAt);
      }
    },
  ));

test('after the last attempt the delivery is exhausted', () =>
  withReceiver(
    () => 503,
    async (received, destinationId) => {
      await world.submit();
      const [delivery] = await world.deliveries(destinationId, 'exhausted', 1);
      const full = await world.queries.deliveries.get(null, delivery?.id ?? '');
      assert.equal(
        full?.attempts.map(({ attempt, outcome }) => [
          attempt,
          outcome.kind === 'response' && outcome.status,
        ]),
        [1, 2, 3, 4].map((attempt) => [attempt, 503]),
      );
      assert.is(received.length, 4);
    },
  ));

test('a refused delivery is not retried; 410 disables the destination, and missed deliveries are recorded', () =>
  withReceiver(
    (nth) => (nth === 1 ? 400 : 410),
    async (received, destinationId) => {
      await world.submit();
      await world.deliveries(destinationId, 'failed', 1);
      await world.submit();
      await world.deliveries(destinationId, 'failed', 2);
      await eventually('it is disabled', async () => {
        const found = await world.queries.destinations.get(null, destinationId);
        return found?.enabled === false && found.disabled_because?.kind === 'gone';
      });
      await world.submit();
      await eventually('the third is skipped', async () => {
        const { items } = await world.queries.deliveries.list('a1', { destinationId, limit: 9 });
        return items.filter(({ status }) => status === 'skipped').length === 1;
      });
      assert.is(received.length, 2);
    },
  ));

test('a delivery that is pending when its destination is disabled is skipped, not sent', async () => {
  await world.stopPart('worker');
  await withReceiver(
    () => 204,
    async (received, destinationId) => {
      await world.submit();
      await eventually('it is planned', async () => {
        const { items } = await world.queries.deliveries.list('a1', { destinationId, limit: 9 });
        return items.length === 1;
      });
      await world.command(destinationId, {
        type: 'DisableDestination',
        reason: { kind: 'operator' },
        at: at(),
      });
      world.startPart('worker');
      await world.deliveries(destinationId, 'skipped', 1);
      assert.is(received.length, 0);
    },
  );
});

test('a delivery of an earlier release whose event was erased before it was sent is cancelled', () =>
  withReceiver(
    () => 204,
    async (received, destinationId) => {
      const deliveryId = newId();
      const data = {
        deliveryId,
        destinationId,
        accountId: 'a1',
        kind: 'submission.created' as const,
        formId: 'f1',
        submissionId: 'erased',
        includedQuestions: [],
        publicUrl: 'https://forms.test',
        at: at(),
        dueAt: at(),
        source: { stream: 'submission-erased', revision: 0, position: '1', eventId: 'e1' },
      };
      const metadata = {
        accountId: 'a1',
        actor: { kind: 'system', id: 'test' },
        correlationId: 'c',
        causationId: 'c',
      } as const;
      const event = { type: 'DeliveryScheduled' as const, data };
      await world.log.append(`delivery-${deliveryId}`, -1, [{ id: randomUUID(), event, metadata }]);
      await eventually('it is cancelled', async () => {
        const found = await world.queries.deliveries.get(null, deliveryId);
        return found?.status === 'cancelled';
      });
      const last = await world.log.readEvent(`delivery-${deliveryId}`, 1);
      assert.equal(last?.event.type === 'DeliveryCancelled' && last.event.data.reason, 'source_erased');
      assert.is(received.length, 0);
    },
  ));

test('a retry that contains a question which was withdrawn meanwhile is cancelled and not sent', async () => {
  let isNarrowed = false;
  const { url, received, close } = await startReceiver(() => (response) => {
    void (async () => {
      const settings = { includedQuestions: ['Another question'] };
      if (!isNarrowed) await world.command(destinationId, { type: 'ChangeDestination', settings, at: at() });
      isNarrowed = true;
      // Workers trust what they know of a destination for a second; the retry comes later than that.
      response.writeHead(503, { 'retry-after': '1' }).end();
    })();
  });
  const destinationId = await world.configure(url);
  try {
    await world.submit();
    const [delivery] = await world.deliveries(destinationId, 'cancelled', 1);
    assert.equal(
      [delivery?.cancellation?.reason, delivery?.next_attempt_at, delivery?.attempt_count, received.length],
      ['questions_withdrawn', null, 1, 1],
    );
  } finally {
    close();
  }
});

test('chosen questions are sent by the ids of their fields; if the form has none of them, no delivery is sent', () =>
  withReceiver(
    () => 204,
    async (received, destinationId) => {
      const choose = async (formId: string, fieldIds: string[]) => {
        const settings = { includedQuestions: [], includedFields: [{ formId, fieldIds }] };
        await world.command(destinationId, { type: 'ChangeDestination', settings, at: at() });
      };
      await choose('f1', ['q1']);
      const sent = await world.submit();
      await world.deliveries(destinationId, 'succeeded', 1);
      assert.match(received[0]?.body ?? '', `"answers":{"Name":"${sent}"}`);
      await choose('another-form', ['q1']);
      await world.submit();
      const cancelled = await eventually('the other is cancelled', async () => {
        const { items } = await world.queries.deliveries.list('a1', { destinationId, limit: 9 });
        return items.find(({ status }) => status === 'cancelled');
      });
      assert.is(cancelled.cancellation?.reason, 'no_question_chosen');
      assert.is(received.length, 1);
    },
  ));

test('during a rotation, both secrets sign', () =>
  withReceiver(
    () => 204,
    async (received, destinationId) => {
      await world.rotate(destinationId, 'the next secret');
      await world.submit();
      await world.deliveries(destinationId, 'succeeded', 1);
      for (const each of ['the next secret', secret])
        for (const { headers, body } of received)
          assert.equal(verifyWebhook({ headers, body, secret: each }), { ok: true });
    },
  ));

test('a hanging receiver delays no others', async () => {
  let open = 0;
  let most = 0;
  const hanging = await startReceiver(() => (response) => {
    most = Math.max(most, ++open);
    response.on('close', () => open--);
  });
  const stuck = await world.configure(hanging.url);
  await withReceiver(
    () => 204,
    async (_, destinationId) => {
      await Promise.all(Array.from({ length: 40 }, () => world.submit()));
      await world.deliveries(destinationId, 'succeeded', 40);
      await eventually('as many hang as may', () => open === 8);
      const { items } = await world.queries.deliveries.list('a1', { destinationId: stuck, limit: 200 });
      assert.ok(items.every(({ status }) => status === 'pending'));
      assert.is(most, 8);
    },
  );
  await world.command(stuck, { type: 'RemoveDestination', at: at() });
  hanging.close();
});

test.run();
