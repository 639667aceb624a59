import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startReceiver } from '../dispatcher/receiver.ts';
import { eventually } from '../support/eventually.ts';
import { formlog, formlogJson, type Running, startService } from '../support/formlog.ts';

const test = suite('parked destinations');

const Configured = Type.Object({ id: Type.String() });
const Parked = Type.Object({ id: Type.String(), reason: Type.String(), retries: Type.Integer() });
const Pinged = Type.Object({ delivery_id: Type.String() });
const Delivery = Type.Object({ status: Type.String(), attempt_count: Type.Integer() });
const Degraded = Type.Object({ degraded: Type.Array(Type.String()) });

const newKey = () => randomBytes(32).toString('base64');
const env = (key: string) => ({
  MASTER_KEY: key,
  WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
});

test('a service with another MASTER_KEY parks destinations, reports it, and resumes with the right key', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-parked-'));
  const receiver = await startReceiver();
  const right = newKey();
  const wrong = newKey();
  const services: Running[] = [];
  const start = async (key: string) => {
    const service = await startService(dir, env(key));
    services.push(service);
    return service;
  };
  try {
    const first = await start(right);
    const [added] = await formlogJson(dir, ['destinations', 'add', receiver.url]);
    const { id } = Value.Parse(Configured, added);
    assert.is(await first.kill('SIGTERM'), 0, first.stderr());

    const second = await start(wrong);
    const [pinged] = await formlogJson(dir, ['destinations', 'ping', id, '--no-wait']);
    const { delivery_id: deliveryId } = Value.Parse(Pinged, pinged);
    const degraded = async (url: string) =>
      Value.Parse(Degraded, await (await fetch(`${url}/readyz`)).json()).degraded;
    const isDegraded = async (url: string) => (await degraded(url)).includes(`destination ${id}: parked`);
    // A shared event store has destinations of other tests, which no key of this one opens.
    const parkedHere = async () => {
      const all = await formlogJson(dir, ['destinations', 'parked']);
      return all.map((one) => Value.Parse(Parked, one)).filter((one) => one.id === id);
    };
    await eventually('it is degraded', () => isDegraded(second.url));
    assert.is((await fetch(`${second.url}/readyz`)).status, 200);
    await eventually('the metrics count it', async () => {
      const metrics = await (await fetch(`${second.url}/metrics`)).text();
      const counted = Number(/^formlog_parked\{by="destinations"\} (\d+)$/m.exec(metrics)?.[1]);
      return counted === (await formlogJson(dir, ['destinations', 'parked'])).length;
    });
    const [parked] = await parkedHere();
    assert.match(parked?.reason ?? '', 'it was sealed with key');
    assert.equal(await formlogJson(dir, ['destinations', 'retry', id]), [{ destinations: 1 }]);
    await eventually('it was tried again', async () => {
      const [again] = await parkedHere();
      return again?.retries === 1;
    });
    const told = formlog(dir, ['destinations', 'parked']);
    assert.is(await told.exited, 0);
    assert.match(told.lines.join(''), id);
    const lines = second.stderr().split('\n');
    const isOfIt = (line: string) => line.includes('a destination was parked') && line.includes(id);
    assert.is(lines.filter(isOfIt).length, 1);
    assert.is(await second.kill('SIGTERM'), 0, second.stderr());

    const third = await start(right);
    await eventually('it is sent', async () => {
      const [delivery] = await formlogJson(dir, ['deliveries', 'show', deliveryId]);
      return (
        Value.Check(Delivery, delivery) && delivery.status === 'succeeded' && delivery.attempt_count === 1
      );
    });
    assert.is(receiver.received.length, 1);
    await eventually('it is degraded no more', async () => !(await isDegraded(third.url)));
    assert.equal(await parkedHere(), []);
    assert.is(await third.kill('SIGTERM'), 0, third.stderr());
  } finally {
    receiver.close();
    await Promise.all(services.map((service) => service.kill('SIGKILL')));
    rmSync(dir, { recursive: true });
  }
});

test.run();
