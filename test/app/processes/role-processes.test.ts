import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Health } from '../../../app/health/health.ts';
import { metricsOf, withHealthOf } from '../../../app/processes/role-processes.ts';

const test = suite('health and metrics of several processes');

const well: Health = {
  ready: true,
  starting: null,
  stores: { eventstore: 'ok', mongodb: 'ok' },
  roles: { 'stream cache': 'running' },
  projections: {},
  degraded: [],
  diverged: [],
  stalled: [],
};

const processOf = (answer: unknown) => ({
  name: 'projector',
  run: () => Promise.resolve(),
  started: Promise.resolve(),
  ask: () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)),
});

const healthWith = (...answers: readonly unknown[]) =>
  withHealthOf(answers.map(processOf), () => Promise.resolve(well))();

test('the service is ready if every process is, with the parts of all', async () => {
  const other = { ...well, roles: { scheduler: 'running' }, projections: { forms: 'live' }, degraded: ['x'] };
  assert.equal(await healthWith(other, { ...other, roles: { worker: 'running' } }), {
    ...well,
    roles: { 'stream cache': 'running', scheduler: 'running', worker: 'running' },
    projections: { forms: 'live' },
    degraded: ['x'],
  });
});

test('a store that one process does not reach, and the least advanced start, count for all', async () => {
  const away = { ...well, ready: false, stores: { eventstore: 'unreachable', nats: 'ok' } };
  const starting = { ...well, ready: false, starting: { caught_up_percent: 40 } };
  const health = await healthWith(away, starting, { ...starting, starting: { caught_up_percent: 70 } });
  assert.not(health.ready);
  assert.equal(health.stores, { eventstore: 'unreachable', mongodb: 'ok', nats: 'ok' });
  assert.equal(health.starting, { caught_up_percent: 40 });
});

test('a process that does not answer, or answers something else, makes the service unready and is named', async () => {
  for (const answer of [new Error('too late'), { ready: true }]) {
    const health = await healthWith(answer);
    assert.not(health.ready);
    assert.equal(health.stalled, ['the process of the role projector does not answer']);
  }
});

test('metrics come from the processes that answer', async () => {
  const metric = {
    name: 'x',
    help: 'x',
    type: 'counter',
    aggregator: 'sum',
    values: [{ value: 1, labels: {} }],
  };
  const answers = [[metric], new Error('too late'), 'nonsense'];
  assert.equal(await metricsOf(answers.map(processOf)), [[metric]]);
});

test.run();
