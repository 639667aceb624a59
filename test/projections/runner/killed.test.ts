// Embedded only: a projector in another process reads the whole log.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openEventStoreLog } from '../../../log/eventstore/eventstore-log.ts';
import { startEventStore } from '../../../packages/embedded-eventstore/src/server.ts';
import { entryUrl } from '../../../packages/embedded-server/src/spawn.ts';
import { withBuild } from '../../../projections/generations/generations.ts';
import { openModels } from '../../../projections/generations/models.ts';
import { openProgress } from '../../../projections/progress/progress.ts';
import { modelId, type Projection } from '../../../projections/projection.ts';
import { readModels } from '../../../projections/registry.ts';
import { eventually } from '../../support/eventually.ts';
import { randomHistory, seededRandom } from '../generations/random-history.ts';
import { accountOf } from '../generations/random-webhooks.ts';
import { storedBy, writerTo } from '../running.ts';
import { formCreated, minute, submitted } from '../samples.ts';
import { startReadStore } from '../stores.ts';

const test = suite('projections: killed builds');

const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);
const kills = Number(process.env['KILLS'] ?? 1);
const script = fileURLToPath(entryUrl('./projector-process', import.meta.url));

/** A log and a read store, and processes that project between them. */
async function start() {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-killed-'));
  const events = await startEventStore({ dir, port: 0 });
  const reads = await startReadStore();
  const log = openEventStoreLog({ url: events.url });
  const projector = () => {
    const args = [...process.execArgv, script, events.url, reads.url, reads.database];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const exited = once(child, 'close');
    return async () => {
      child.kill('SIGKILL');
      await exited;
    };
  };
  return {
    log,
    store: reads.store,
    projector,
    async close() {
      await log.close();
      await events.close();
      await reads.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

test(`a build continues after each SIGKILL, and ends with the same documents as one without (KILL_SEED=${seed})`, async () => {
  const random = seededRandom(seed);
  const { log, store, projector, close } = await start();
  let kill = projector();
  try {
    const models = openModels(store);
    const generation = (of: Projection, number: number): Projection => ({ ...of, generation: number });
    const write = writerTo(log, accountOf('x'));
    await write(...randomHistory(random, 300));
    await write(formCreated('many'));
    const many = Array.from({ length: 2_000 }, (_, n) => write(submitted(`s${n}`, { formId: 'many' })));
    const last = (await Promise.all(many)).reduce((a, b) => (a > b ? a : b));
    const names = readModels.map(({ name }) => name);
    await eventually('all are there', () => openProgress(store).waitFor(names, last, 1_000), 30_000);
    const build = (): Promise<unknown> =>
      Promise.all(
        readModels.map(({ name, version }) =>
          models.change(name, (now) => now && withBuild(now, version, { seed: null, at: minute(0) })),
        ),
      );
    const builders = async (number: number) => {
      const ids = readModels.map((model) => modelId(generation(model, number)));
      const found = store.named<{ _id: string; epoch: number }>('_checkpoints').find({ _id: { $in: ids } });
      return (await found.toArray()).reduce((sum, { epoch }) => sum + epoch, 0);
    };
    const isRead = async (number: number) =>
      (await models.all()).every(
        ({ wanted, generations }) =>
          wanted === null && generations.some((one) => one.number === number && one.state === 'live'),
      );
    await build();
    let interrupted = 0;
    for (let n = 0; n < kills; n++) {
      const before = await builders(2);
      await eventually('it is at it', async () => (await builders(2)) > before || isRead(2), 30_000);
      await delay(random() * 400);
      await kill();
      if (!(await isRead(2))) interrupted++;
      kill = projector();
    }
    assert.ok(interrupted > 0, 'a kill came upon a build');
    await eventually('readers switched generation', () => isRead(2), 30_000);
    await build();
    await eventually('a whole one beside it', () => isRead(3), 30_000);
    for (const model of readModels) {
      const [first, killed, whole] = await Promise.all(
        [1, 2, 3].map((number) => storedBy(store, generation(model, number))),
      );
      assert.equal(killed, whole, model.name);
      assert.equal(first, whole, model.name);
    }
  } finally {
    await kill();
    await close();
  }
});

test.run();
