import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startReceiver } from '../dispatcher/receiver.ts';
import { eachInDirectory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { formlogJson, health, startService } from '../support/formlog.ts';
import { testUnless } from '../support/left-out.ts';

const test = suite<{ dir: string }>('a service that shares its roles among processes');

eachInDirectory(test);

const isLinux = process.platform === 'linux';
const onLinux = testUnless(isLinux ? null : 'the processes of a process are read from /proc', test);

/** The processes that a process has started, by the file that each runs. */
const childrenOf = (pid: number | undefined): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const WithId = Type.Object({ id: Type.String() });

const env = { PROCESSES: '3', WEBHOOK_ALLOW_HOSTS: '127.0.0.1' };

/** Starts a service with a destination for its demo account. */
async function start(dir: string) {
  const service = await startService(dir, env);
  const receiver = await startReceiver();
  await formlogJson(dir, ['destinations', 'add', receiver.url]);
  const [form] = await formlogJson(dir, ['forms', 'list']);
  const { id: formId } = Value.Parse(WithId, form);
  const answering = ['--answer', 'drink=tea', '--answer', 'rating=5'];
  const submit = (name: string) =>
    formlogJson(dir, ['submissions', 'create', '--form', formId, '--answer', `name=${name}`, ...answering]);
  const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
  return { service, receiver, submit, metrics };
}

onLinux('submissions are listed and delivered, and health and metrics are those of all', async ({ dir }) => {
  const { service, receiver, submit, metrics } = await start(dir);
  assert.is(childrenOf(service.process.pid).length, 2);
  const { ready, roles } = await health(service.url);
  assert.ok(ready);
  for (const part of ['process projector', 'projection forms', 'process dispatcher', 'scheduler', 'worker'])
    assert.is(roles[part], 'running', part);
  await submit('Ada');
  await eventually('the webhook arrives', () => receiver.received.length === 1);
  assert.is((await formlogJson(dir, ['submissions', 'list'])).length, 1);
  await eventually('the attempt is counted', async () =>
    /^formlog_webhook_attempts_total\{.*\} 1$/m.test(await metrics()),
  );
  assert.match(await metrics(), /^formlog_http_request_duration_seconds_count\{/m);
  assert.not.match(service.stderr(), 'has taken over', 'no process loses its leases at the start');
  assert.is(await service.kill('SIGTERM'), 0, service.stderr());
  receiver.close();
});

onLinux('a process that is killed is started again, and nothing is lost', async ({ dir }) => {
  const { service, receiver, submit } = await start(dir);
  for (const [n, pid] of childrenOf(service.process.pid).entries()) {
    process.kill(pid, 'SIGKILL');
    await submit(`number ${n}`);
    await eventually('the webhook arrives', () => receiver.received.length === n + 1, 30_000);
    await eventually('the service is well', async () => (await health(service.url)).ready, 30_000);
  }
  assert.is((await formlogJson(dir, ['submissions', 'list'])).length, 2);
  const processes = childrenOf(service.process.pid);
  assert.is(processes.length, 2);
  assert.is(await service.kill('SIGTERM'), 0, service.stderr());
  assert.not(processes.some(isAlive), 'they have ended before');
  receiver.close();
});

onLinux('if the service is killed, its processes end', async ({ dir }) => {
  const service = await startService(dir, env);
  const processes = childrenOf(service.process.pid);
  assert.is(processes.length, 2);
  await service.kill('SIGKILL');
  await eventually('they have ended', () => !processes.some(isAlive));
});

test.run();
