// Embedded only: stores are replaced behind their addresses while the processes run.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pTimeout from 'p-timeout';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/eventually.ts';
import { type History, makeHistory } from './restores/history.ts';
import { cluster, type Place } from './restores/places.ts';
import { execute, readiness, type Restore, restores } from './restores/run-restores.ts';
import { isListed, list, openReceiver, type Receiver, submit } from './restores/tenant.ts';

const test = suite('stores that are replaced under a running service');
const endLimitMs = 90_000;

let dir = '';
let place: Place;
let receiver: Receiver;
let history: History;
test.before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'formlog-replaced-'));
  receiver = await openReceiver();
  place = await cluster(join(dir, 'place'));
  history = await makeHistory(place, dir, receiver);
});
test.after.each(() => place.kill());
test.after(async () => {
  await place.close();
  await receiver.close();
  rmSync(dir, { recursive: true, force: true });
});

function restoreOf(name: string): Restore {
  const restore = restores[name];
  if (!restore) throw new Error(`there is no restore ${name}`);
  return restore;
}

/** Starts the service over the later state, and waits until it is ready. */
async function startLater(): Promise<string> {
  for (const store of ['eventstore', 'mongodb'] as const) place.restore(store, history.saved.later);
  const url = await place.start();
  await eventually('it is ready', async () => (await readiness(url)).ready, 60_000);
  await isListed(history.tenant, url, [...history.kept, ...history.late]);
  return url;
}

/** Every process stops by itself, and says why. */
async function everyProcessStops(): Promise<void> {
  const codes = await pTimeout(place.ended(), { milliseconds: endLimitMs });
  assert.ok(codes.length > 1);
  assert.ok(
    codes.every((code) => code === 1),
    place.stderr(),
  );
  assert.match(place.stderr(), 'the event log was replaced while this process ran');
}

test('replaced: the log only: every process stops, and restarts with an empty memory', async () => {
  await startLater();
  const sent = receiver.count();
  await place.replace('eventstore', history.saved.earlier);
  await everyProcessStops();
  assert.is(receiver.count(), sent);
  await place.stopStores();
  await execute({ ...history, place, receiver, url: await place.start() }, restoreOf('the log alone'));
});

test('replaced: both stores: every process stops, although checkpoints and log match', async () => {
  await startLater();
  await place.replace('mongodb', history.saved.earlier);
  await place.replace('eventstore', history.saved.earlier);
  await everyProcessStops();
});

test('replaced: MongoDB, emptied: everything is built again, and no delivery is sent again', async () => {
  const url = await startLater();
  const all = [...history.kept, ...history.late];
  await place.replace('mongodb', null);
  await eventually(
    'everything is built again',
    async () => {
      const { status, ids } = await list(history.tenant, url);
      return status === 200 && ids.length === all.length && (await readiness(url)).ready;
    },
    60_000,
  );
  const late = await submit(history.tenant, url, 2);
  await isListed(history.tenant, url, [...all, ...late]);
  await receiver.hasAll(late);
  for (const id of [...all, ...late]) assert.is(receiver.timesOf(id), 1, `${id} was sent once`);
  await place.stop();
});

test.run();
