// Embedded only: it writes events as an earlier release has stored them.
import { readFileSync } from 'node:fs';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { replayDelivery } from '../../../commands/delivery/replay-delivery.ts';
import { openSentRequests } from '../../../dispatcher/worker/sent-requests.ts';
import { defaultLimits, webhookKinds } from '../../../domain/destination/events.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { CommandContext } from '../../../log/aggregates.ts';
import { eventually } from '../../support/eventually.ts';
import { rootUrl } from '../../support/repository.ts';
import { startReceiver } from '../receiver.ts';
import { openWorld, secret } from '../world.ts';

const test = suite('deliveries that an earlier release has attempted');

const Data = Type.Record(Type.String(), Type.Unknown());
const OldLog = Type.Object({
  destinationId: Type.String(),
  events: Type.Array(
    Type.Object({
      stream: Type.String(),
      type: Type.String(),
      id: Type.String(),
      data: Data,
      metadata: Data,
    }),
  ),
  /** The bodies that were sent, by delivery. */
  bodies: Type.Record(Type.String(), Type.String()),
});
const path = new URL('test/fixtures/logs/tried-deliveries.json', rootUrl);
const { destinationId, events, bodies } = Value.Parse(OldLog, JSON.parse(readFileSync(path, 'utf8')));

const context: CommandContext = {
  accountId: 'a1',
  correlationId: 'c1',
  causationId: 'c1',
  actor: { kind: 'key', id: 'k1' },
};

test('retries and replays send the bytes that the earlier release sent, and new events the new body', async () => {
  const receiver = await startReceiver();
  const world = await openWorld();
  const { logUrl: url } = world;
  const client = EventStoreDBClient.connectionString(url);
  try {
    await world.command(destinationId, {
      type: 'ConfigureDestination',
      destinationId,
      accountId: 'a1',
      enabled: true,
      settings: {
        label: 'test',
        url: receiver.url,
        events: [...webhookKinds],
        formId: null,
        includedQuestions: [],
        signature: 'timestamped',
        ...defaultLimits,
      },
      secret: world.secrets.seal(secret, destinationId),
      at: '2026-03-01T11:00:00.000Z',
    });
    // This release plans the events that are planned already once more, and must change nothing.
    await world.stopPart('worker');
    for (const { stream, type, id, data, metadata } of events)
      await client.appendToStream(stream, jsonEvent({ type, id, data, metadata }));
    world.startPart('worker');

    const bodiesOf = () =>
      Object.fromEntries(
        receiver.received.flatMap(({ headers, body }) => {
          const id = String(headers['x-service-delivery']);
          return id in bodies ? [[id, body]] : [];
        }),
      );
    const { [`ping-${destinationId}`]: ping, ...retried } = bodies;
    await eventually('each waiting delivery is retried', () => Object.keys(bodiesOf()).length === 3, 30_000);
    assert.equal(bodiesOf(), retried);
    for (const id of Object.keys(bodies)) {
      const sent = await openSentRequests(world.commands)(id);
      assert.ok(sent);
      assert.is(sent.body?.toString(), bodies[id]);
      assert.ok(
        sent.attempts.every(({ signed }) => signed === true),
        'the recorded signatures are of these bytes',
      );
    }

    receiver.received.length = 0;
    for (const deliveryId of Object.keys(bodies)) {
      assert.ok((await replayDelivery(world.commands, { deliveryId }, context)).ok);
    }
    await eventually('each delivery is replayed', () => Object.keys(bodiesOf()).length === 4, 30_000);
    assert.equal(bodiesOf(), { ...retried, [`ping-${destinationId}`]: ping });

    receiver.received.length = 0;
    const submissionId = await world.submit();
    const isNew = () => receiver.received.find(({ body }) => body.includes(submissionId));
    await eventually('the new delivery is sent', () => isNew() !== undefined, 30_000);
    const created = await world.log.readEvent(streamOf.submission(submissionId), 0);
    const { event_id, occurred_at, position } = JSON.parse(isNew()?.body ?? '') as Record<string, unknown>;
    assert.equal(
      { event_id, occurred_at, position },
      {
        event_id: created?.id,
        position: String(created?.position),
        occurred_at: created && 'at' in created.event.data && created.event.data.at,
      },
    );
  } finally {
    await client.dispose();
    await world.close();
    receiver.close();
  }
});

test.run();
