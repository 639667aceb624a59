import pino from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSupervisor } from '../../app/supervisor.ts';
import { eventually } from '../support/eventually.ts';

const test = suite('supervisor');
const quiet = pino({ level: 'silent' });

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

test('a role that fails or ends is restarted, and reported', async () => {
  const supervisor = createSupervisor(quiet);
  let runs = 0;
  supervisor.supervise('fragile', async (signal) => {
    runs++;
    if (runs === 1) throw new Error('broken');
    if (runs === 2) return;
    await untilAborted(signal);
  });
  await eventually('the third run', () => runs === 3);
  assert.is(supervisor.states()['fragile']?.state, 'running');
  assert.is(supervisor.states()['fragile']?.restarts, 2);
  await supervisor.stop();
});

test('a failing role is reported as restarting, with its reason, while it waits', async () => {
  const supervisor = createSupervisor(quiet);
  supervisor.supervise('hopeless', () => Promise.reject(new Error('no luck')));
  const state = await eventually('the restart', () => {
    const { hopeless } = supervisor.states();
    return hopeless?.state === 'restarting' && hopeless;
  });
  assert.match(state.lastError ?? '', 'no luck');
  await supervisor.stop();
  assert.is(supervisor.states()['hopeless']?.state, 'stopped');
});

test('parts are stopped one by one in reverse order, even if one fails', async () => {
  const supervisor = createSupervisor(quiet);
  const stopped: string[] = [];
  const role = (name: string) => async (signal: AbortSignal) => {
    await untilAborted(signal);
    await Promise.resolve();
    stopped.push(name);
  };
  supervisor.supervise('store', role('store'));
  supervisor.onStop('client', () => {
    stopped.push('client');
    return Promise.reject(new Error('already closed'));
  });
  supervisor.supervise('reader', role('reader'));
  await supervisor.stop();
  assert.equal(stopped, ['reader', 'client', 'store']);
});

test.run();
