// Embedded only: the thread of an embedded store dies.

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../support/directory.ts';
import { eventually } from '../support/eventually.ts';
import { startService } from '../support/formlog.ts';

const test = suite<{ dir: string }>('formlog serve: the thread of a store dies');
eachInDirectory(test);

/** Runs in each thread of the service: SIGUSR2 is an error in the first one that it starts, the event store's. */
const killer = `
  import { isMainThread, parentPort } from 'node:worker_threads';
  const threads = [];
  if (isMainThread) {
    process.on('worker', (worker) => threads.push(worker));
    process.on('SIGUSR2', () => threads.shift()?.postMessage('die'));
  } else
    parentPort.on('message', (message) => {
      if (message === 'die') throw new Error('a fault of this thread');
    }).unref();
`;

test('writes are answered 503 until the next thread serves, and the service recovers by itself', async ({
  dir,
}) => {
  const service = await startService(dir, {
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(killer)}`,
  });
  const greeting = await eventually(
    'the greeting',
    () => service.lines.join('').includes('Ctrl-C') && service.lines.join(''),
  );
  const [, key = ''] = /(flg_live_\w+)/.exec(greeting) ?? [];
  const [, body = ''] = /-d '(.*)'/.exec(greeting) ?? [];
  const submissions = `${service.url}/api/public/v1/submissions`;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const statuses: number[] = [];
  const submit = async (): Promise<number> => {
    const { status } = await fetch(submissions, { method: 'POST', headers, body });
    statuses.push(status);
    return status;
  };

  assert.is(await submit(), 201);
  service.process.kill('SIGUSR2');
  await eventually('it answers 503', async () => (await submit()) === 503);
  await eventually('it accepts again', async () => (await submit()) === 201, 30_000);
  await eventually('it is ready', async () => (await fetch(`${service.url}/readyz`)).ok, 30_000);
  assert.equal([...new Set(statuses)].sort(), [201, 503]);
  assert.is(await service.kill('SIGTERM'), 0, service.stderr());
});

test.run();
