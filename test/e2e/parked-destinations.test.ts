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
import { formlog, formlogJson, startService } from '../support/formlog.ts';

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

test('a service with another MASTER_KEY parks destinations, says so, and resumes with the right one', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-parked-'));
  const receiver = await startReceiver();
  const right = newKey();
  const wrong = newKey();
  try {
    const first = await startService(dir, env(right));
    const [added] = await formlogJson(dir, ['destinations', 'add', receiver.url]);
    const { id } = Value.Parse(Configured, added);
    assert.is(await first.kill('SIGTERM'), 0, first.stderr());

    const second = await startService(dir, env(wrong));
    const [pinged] = await formlogJson(dir, ['destinations', 'ping', id, '--no-wait']);
    const { delivery_id: deliveryId } = Value.Parse(Pinged, pinged);
    const degraded = async (url: string) =>
      Value.Parse(Degraded, await (await fetch(`${url}/readyz`)).json()).degraded;
    await eventually('it is degraded', async () =>
      (await degraded(second.url)).includes(`destination ${id}: parked`),
    );
    assert.is((await fetch(`${second.url}/readyz`)).status, 200);
    await eventually('the metrics count it', async () => {
      const metrics = await (await fetch(`${second.url}/metrics`)).text();
      return metrics.includes('formlog_parked{by="destinations"} 1');
    });
    const listed = await formlogJson(dir, ['destinations', 'parked']);
    const [parked] = listed.map((one) => Value.Parse(Parked, one));
    assert.equal([listed.length, parked?.id], [1, id]);
    assert.match(parked?.reason ?? '', 'it was sealed with key');
    assert.equal(await formlogJson(dir, ['destinations', 'retry', id]), [{ destinations: 1 }]);
    await eventually('it was tried again', async () => {
      const [again] = await formlogJson(dir, ['destinations', 'parked']);
      return Value.Parse(Parked, again).retries === 1;
    });
    const told = formlog(dir, ['destinations', 'parked']);
    assert.is(await told.exited, 0);
    assert.match(String(told.lines[0]), id);
    const lines = second.stderr().split('\n');
    assert.is(lines.filter((line) => line.includes('a destination was parked')).length, 1);
    assert.is(await second.kill('SIGTERM'), 0, second.stderr());

    const third = await startService(dir, env(right));
    await eventually('it is sent', async () => {
      const [delivery] = await formlogJson(dir, ['deliveries', 'show', deliveryId]);
      return (
        Value.Check(Delivery, delivery) && delivery.status === 'succeeded' && delivery.attempt_count === 1
      );
    });
    assert.is(receiver.received.length, 1);
    await eventually('nothing is degraded', async () => (await degraded(third.url)).length === 0);
    assert.equal(await formlogJson(dir, ['destinations', 'parked']), []);
    assert.is(await third.kill('SIGTERM'), 0, third.stderr());
  } finally {
    receiver.close();
    rmSync(dir, { recursive: true });
  }
});

test.run();
