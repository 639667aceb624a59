// Embedded only: the server is stopped amid appends.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { UnreadableEvent } from '../../../log/codec.ts';
import { noStream } from '../../../log/event-log.ts';
import { openAppends } from '../../../log/eventstore/appends.ts';
import type { AppendCall } from '../../../log/eventstore/client/index.ts';
import { openEventStoreLog } from '../../../log/eventstore/eventstore-log.ts';
import { AppendTooLarge, LogUnavailable } from '../../../log/log-errors.ts';
import { entryUrl } from '../../../packages/embedded-server/src/spawn.ts';
import { startInProcess } from '../../support/eventstore/child-server.ts';
import { eventually } from '../../support/eventually.ts';
import { metadata } from '../metadata.ts';

const test = suite('log/eventstore/appends');

test('an event store that hangs under load and dies fails its appends, and nothing else', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-lost-'));
  const server = await startInProcess(
    entryUrl('../../../packages/embedded-eventstore/src/bin', import.meta.url),
    { dir },
  );
  const log = openEventStoreLog({ url: server.url, appendTimeoutMs: 3_000 });
  // Large enough that a server which reads nothing is soon sent nothing more.
  const data = { plan: 'x'.repeat(20_000), at: '2026-01-02T03:04:05.678Z' };
  const append = () =>
    log.append(`account-${randomUUID()}`, noStream, [
      { id: randomUUID(), event: { type: 'PlanChanged', data }, metadata },
    ]);
  await append();
  process.kill(server.pid, 'SIGSTOP');
  const appends = Array.from({ length: 200 }, append);
  // They are handed to the connection one turn of the loop after the other.
  for (let turn = 0; turn < 50; turn++) await setImmediate();
  await Promise.all([server.kill('SIGKILL'), Promise.allSettled(appends)]);
  for (const settled of await Promise.allSettled(appends))
    assert.instance(settled.status === 'rejected' && settled.reason, LogUnavailable);
  await log.close();
  rmSync(dir, { recursive: true });
});

test('a closed appender appends nothing and opens no call', async () => {
  let opened = 0;
  let answer = (_: AppendCall): void => undefined;
  const appends = openAppends(() => {
    opened += 1;
    return new Promise((resolve) => (answer = resolve));
  }, 3_000);
  const failures: unknown[] = [];
  const append = () =>
    appends.append('account-a', noStream, []).catch((error: unknown) => failures.push(error));
  const waiting = append();
  appends.close();
  await waiting;
  await append();
  assert.is(opened, 1);
  assert.ok(failures.length === 2 && failures.every((error) => error instanceof LogUnavailable));
  let cancelled = 0;
  answer({
    on: () => undefined,
    write: () => assert.unreachable('it was sent'),
    cancel: () => void (cancelled += 1),
  });
  await setImmediate();
  assert.is(cancelled, 1, 'the call that was being opened is ended');
});

test('an event that could not be read back is refused together with its append', async () => {
  const { call, sent } = silentCall();
  const { append, close } = openAppends(async () => call, 1_000);
  const change = (at: string, actor: object = metadata.actor) => ({
    id: randomUUID(),
    event: { type: 'PlanChanged', data: { plan: 'pro', at } } as const,
    metadata: Object.assign({ ...metadata }, { actor }),
  });
  const good = '2026-01-02T03:04:05.678Z';
  for (const [wrong, why] of [
    [change('+010000-01-01T00:59:59.000Z'), /PlanChanged .*its data fails the schema: \/at/],
    [change(good, { kind: 'nobody' }), /PlanChanged .*its metadata fails the schema/],
  ] as const) {
    const refusal: unknown = await append('account-a', noStream, [change(good), wrong]).catch(
      (error: unknown) => error,
    );
    if (!(refusal instanceof UnreadableEvent)) throw new Error('it was taken, or failed of something else');
    assert.match(refusal.message, why);
  }
  assert.is(sent.length, 0);
  close();
});

/** A call that answers nothing by itself, and keeps what it was sent. */
function silentCall() {
  const sent: Buffer[] = [];
  let cancelled = 0;
  const stream = new Duplex({
    objectMode: true,
    read: () => undefined,
    write(message: Buffer, _, done) {
      sent.push(message);
      done();
    },
  });
  const call = Object.assign(stream, { cancel: () => void (cancelled += 1) });
  return { call, sent, cancelled: () => cancelled };
}

const textId = (number: number) =>
  new shared.UUID().setString(`00000000-0000-4000-8000-00000000000${number}`);

/** Replies to the append with this id, as the server encodes them. */
function replyOf(id: InstanceType<typeof shared.UUID>) {
  const { BatchAppendResp } = streams;
  const reply = new BatchAppendResp().setCorrelationId(id);
  const encoded = (): Buffer => Buffer.from(reply.serializeBinary());
  return {
    success(revision: number, at: number): Buffer {
      const position = new shared.AllStreamPosition()
        .setCommitPosition(String(at))
        .setPreparePosition(String(at));
      const success = new BatchAppendResp.Success()
        .setCurrentRevision(String(revision))
        .setPosition(position);
      reply.setSuccess(success);
      return encoded();
    },
    refusal(kind: string): Buffer {
      const details = new any.Any();
      details.setTypeUrl(kind);
      reply.setError(new status.Status().setDetails(details));
      return encoded();
    },
  };
}

const event = {
  id: randomUUID(),
  event: { type: 'PlanChanged', data: { plan: 'p', at: '2026-01-02T03:04:05.678Z' } },
  metadata,
} as const;

test('a silent call is ended, and the next append opens a new one', async () => {
  const staysAlive = setInterval(() => undefined, 1_000);
  const calls = [silentCall(), silentCall(), silentCall()];
  let opened = 0;
  const appends = openAppends(() => Promise.resolve(streamOf(calls[opened++])), 100);
  const silent = appends.append('account-a', noStream, [event]);
  assert.instance(await silent.catch((error: unknown) => error), LogUnavailable);
  assert.is(calls[0]?.cancelled(), 1);
  const lost = appends.append('account-a', noStream, [event]);
  await eventually('it goes elsewhere', () => calls[1]?.sent.length === 1);
  calls[1]?.call.destroy(new Error('gone'));
  assert.instance(await lost.catch((error: unknown) => error), LogUnavailable);
  const last = appends.append('account-a', noStream, [event]);
  await eventually('it goes elsewhere again', () => calls[2]?.sent.length === 1);
  appends.close();
  assert.instance(await last.catch((error: unknown) => error), LogUnavailable);
  clearInterval(staysAlive);
});

test('a call that omits one answer and gives a later one stays open', async () => {
  const staysAlive = setInterval(() => undefined, 1_000);
  const { call, cancelled } = silentCall();
  const appends = openAppends(() => Promise.resolve(call), 100);
  const silent = appends.append('account-a', noStream, [event]);
  const answered = appends.append('account-b', 4, [event]);
  await setImmediate();
  call.push(replyOf(textId(2)).success(7, 300));
  assert.equal(await answered, { revision: 7, position: 300n });
  assert.instance(await silent.catch((error: unknown) => error), LogUnavailable);
  assert.is(cancelled(), 0);
  appends.close();
  clearInterval(staysAlive);
});

test('answers are matched to appends in any order, with both forms of ids; a malformed answer ends the call', async () => {
  const { call } = silentCall();
  const appends = openAppends(() => Promise.resolve(streamOf({ call })), 10_000);
  const first = appends.append('account-a', noStream, [event]);
  const second = appends.append('account-b', 4, [event]);
  const third = appends.append('account-c', 4, [event]);
  call.push(replyOf(textId(2)).success(7, 300));
  assert.equal(await second, { revision: 7, position: 300n });
  const bits = new shared.UUID.Structured().setMostSignificantBits('5').setLeastSignificantBits('1');
  call.push(replyOf(new shared.UUID().setStructured(bits)).success(7, 5));
  assert.equal(await first, { revision: 7, position: 5n });
  call.push(Buffer.from([255]));
  assert.instance(await third.catch((error: unknown) => error), LogUnavailable);
  appends.close();
});

test('each limit of the event store on the size of an append is reported as such', async () => {
  const { call } = silentCall();
  const appends = openAppends(() => Promise.resolve(streamOf({ call })), 10_000);
  for (const [index, kind] of ['MaximumAppendSizeExceeded', 'MaximumAppendEventSizeExceeded'].entries()) {
    const refused = appends.append('account-a', noStream, [event]).catch((error: unknown) => error);
    await setImmediate();
    call.push(replyOf(textId(index + 1)).refusal(`type.googleapis.com/event_store.client.${kind}`));
    assert.instance(await refused, AppendTooLarge);
  }
  appends.close();
});

function streamOf(made: { readonly call: AppendCall } | undefined): AppendCall {
  if (!made) throw new Error('no more calls were expected');
  return made.call;
}

test.run();
