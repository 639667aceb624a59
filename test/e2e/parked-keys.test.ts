import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { streamOf } from '../../domain/stream-names.ts';
import { runCli } from '../app/cli/run-cli.ts';
import { startReceiver } from '../dispatcher/receiver.ts';
import { eventually } from '../support/eventually.ts';
import { startService } from '../support/formlog.ts';
import { useEventStoreServer } from '../support/servers.ts';
import { deliveriesOf } from './fleet.ts';

const test = suite('parked keys of a service');

const Made = Type.Object({ id: Type.String(), key: Type.Optional(Type.String()) });
const Health = Type.Object({ ready: Type.Boolean(), degraded: Type.Array(Type.String()) });
const Parked = Type.Object({
  scope: Type.Object({ kind: Type.String(), id: Type.String() }),
  event: Type.Object({ id: Type.String() }),
  cause: Type.String(),
  events: Type.Integer(),
  retried_at: Type.Union([Type.String(), Type.Null()]),
});

/** A service over a log that a test can write to as a newer release would. */
async function openService() {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-parked-keys-'));
  const events = await useEventStoreServer();
  const { url, kill } = await startService(dir, {
    EVENTSTORE_URL: events.url,
    WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
  });
  const token = readFileSync(join(dir, 'operator-token'), 'utf8').trim();

  async function post(path: string, by: string, body: object) {
    const headers = { authorization: `Bearer ${by}`, 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(await answer.text());
    return Value.Parse(Made, await answer.json());
  }

  return {
    url,
    /** An account with two forms and a destination; submissions go to the first form. */
    async openAccount(name: string) {
      const { id } = await post('admin/v1/accounts', token, { name, plan: 'business' });
      const { key = '' } = await post(`admin/v1/accounts/${id}/keys`, token, { name });
      const newForm = (title: string) =>
        post(`admin/v1/accounts/${id}/forms`, token, {
          title,
          status: 'published',
          fields: [{ key: 'name', label: 'Name', kind: 'short_text' }],
        });
      const [form, other] = [await newForm('Used'), await newForm('Other')];
      const receiver = await startReceiver();
      const body = { label: name, url: receiver.url, events: ['submission.created'] };
      await post(`admin/v1/accounts/${id}/destinations`, token, body);
      const submitted: string[] = [];
      return {
        id,
        receiver,
        submitted,
        otherFormId: other.id,
        async submit(count: number) {
          for (let n = 0; n < count; n++) {
            const sent = { form_id: form.id, answers: { name: `${name} ${n}` } };
            submitted.push((await post('public/v1/submissions', key, sent)).id);
          }
        },
        /** Whether each submission has come in one delivery. */
        hasAll: () =>
          eventually(
            `${name} has all`,
            () => deliveriesOf(receiver.received).size === submitted.length,
            30_000,
          ),
      };
    },
    /** Appends an event to a form as a newer release writes it. */
    async writeNewer(accountId: string, formId: string): Promise<string> {
      const client = EventStoreDBClient.connectionString(events.url);
      const actor = { kind: 'system', id: 'test' };
      const metadata = { schemaVersion: 99, accountId, actor, correlationId: 'c', causationId: 'c' };
      const event = jsonEvent({ type: 'FormPublished', data: { formId }, metadata });
      await client.appendToStream(streamOf.form(formId), event);
      await client.dispose();
      return event.id;
    },
    async cli(...args: string[]) {
      const ran = await runCli(args, { FORMLOG_SERVICE: url, FORMLOG_TOKEN: token });
      assert.is(ran.code, 0, ran.stderr);
      return ran;
    },
    async health() {
      const answer = await fetch(`${url}/readyz`);
      return { status: answer.status, ...Value.Parse(Health, await answer.json()) };
    },
    /** How many keys each model has parked, by the metrics. */
    async counts() {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      return new Map(
        [...metrics.matchAll(/^formlog_parked\{by="(\w+)"\} (\d+)$/gm)].map(([, by, count]) => [
          by,
          Number(count),
        ]),
      );
    },
    async close() {
      await kill('SIGTERM');
      await events.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

test('an event of a newer release delays the webhooks of its account only, until it is skipped', async () => {
  const service = await openService();
  const [stuck, free] = [await service.openAccount('stuck'), await service.openAccount('free')];
  const ids = [stuck.id, stuck.otherFormId];
  const parkedBy = async (name: string) => {
    const { lines } = await service.cli('projections', 'parked', name, '--json');
    // A shared event store has events of earlier runs that are parked too.
    return lines()
      .map((line) => Value.Parse(Parked, line))
      .filter(({ scope }) => ids.includes(scope.id));
  };
  try {
    await Promise.all([stuck.submit(3), free.submit(3)]);
    await Promise.all([stuck.hasAll(), free.hasAll()]);
    const before = await service.counts();
    const now = (by: string, more: number) => (before.get(by) ?? 0) + more;
    const event = await service.writeNewer(stuck.id, stuck.otherFormId);
    await eventually(
      'the model has parked its account',
      async () => (await parkedBy('deliveries')).length === 1,
    );
    await Promise.all([stuck.submit(5), free.submit(5)]);
    await free.hasAll();
    await eventually('all is held back', async () => (await parkedBy('deliveries'))[0]?.events === 6);
    assert.is(stuck.receiver.received.length, 3);

    const [delivery] = await parkedBy('deliveries');
    assert.equal(delivery?.scope, { kind: 'account', id: stuck.id });
    assert.equal([delivery?.event.id, delivery?.cause], [event, 'unreadable']);
    const [form] = await parkedBy('forms');
    assert.equal(form?.scope, { kind: 'document', id: stuck.otherFormId });
    assert.match((await service.cli('projections', 'parked', 'deliveries')).stdout, `account ${stuck.id}`);
    assert.match((await service.cli('projections', 'parked', 'health')).stdout, 'has nothing parked');

    // Health and metrics are answered from a copy of the last second.
    const both = [`forms: ${now('forms', 1)} parked`, `deliveries: ${now('deliveries', 1)} parked`];
    await eventually('health names both', async () => {
      const { degraded } = await service.health();
      return both.every((line) => degraded.includes(line));
    });
    const { status, ready, degraded } = await service.health();
    assert.equal([status, ready], [200, true]);
    assert.not(degraded.some((line) => line.startsWith('submissions:')));
    await eventually('the metrics count them', async () => {
      const counts = await service.counts();
      return counts.get('deliveries') === now('deliveries', 1) && counts.get('forms') === now('forms', 1);
    });
    assert.is((await service.counts()).get('submissions'), 0);

    const retried = await service.cli('projections', 'retry', 'deliveries', '--json');
    assert.equal(retried.lines(), [{ projection: 'deliveries', keys: now('deliveries', 1) }]);
    await eventually('it was tried', async () => (await parkedBy('deliveries'))[0]?.retried_at !== null);
    assert.is((await parkedBy('deliveries'))[0]?.events, 6);
    assert.is(stuck.receiver.received.length, 3);

    for (const name of ['deliveries', 'forms'])
      await service.cli('projections', 'skip', name, '--event', event, '--reason', 'withdrawn');
    await stuck.hasAll();
    await eventually('neither is parked', async () => {
      const counts = await service.counts();
      return counts.get('deliveries') === now('deliveries', 0) && counts.get('forms') === now('forms', 0);
    });
    assert.not((await service.health()).degraded.some((line) => both.includes(line)));
    await stuck.submit(2);
    await stuck.hasAll();
    for (const { receiver, submitted } of [stuck, free]) {
      const told = deliveriesOf(receiver.received);
      assert.equal([...told.keys()].toSorted(), submitted.toSorted());
      assert.is(receiver.received.length, submitted.length, 'none is doubled');
    }
  } finally {
    stuck.receiver.close();
    free.receiver.close();
    await service.close();
  }
});

test.run();
