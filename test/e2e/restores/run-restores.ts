import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readServiceFile } from '../../../app/data-dir/service-file.ts';
import { eventually } from '../../support/eventually.ts';
import { formlog, formlogJson } from '../../support/formlog.ts';
import { isLongRun } from '../../support/long-run.ts';
import { type History, makeHistory } from './history.ts';
import type { Place } from './places.ts';
import { isListed, list, openReceiver, type Receiver, submit, type Tenant, verify } from './tenant.ts';

/** What a restore puts into each store, and what has to come of it. */
export interface Restore {
  readonly eventstore: 'earlier' | 'later' | 'other';
  readonly mongodb: 'earlier' | 'later' | null;
  /** Whether the followers stop, and an operator has to realign them. */
  readonly diverges: boolean;
}

/** By the first column of the table in docs/operations.md. */
export const restores: Readonly<Record<string, Restore>> = {
  'the log alone': { eventstore: 'earlier', mongodb: 'later', diverges: true },
  'another log': { eventstore: 'other', mongodb: 'later', diverges: true },
  'MongoDB alone': { eventstore: 'later', mongodb: 'earlier', diverges: false },
  'MongoDB, emptied': { eventstore: 'later', mongodb: null, diverges: false },
  both: { eventstore: 'earlier', mongodb: 'earlier', diverges: false },
};

const Readiness = Type.Object({ ready: Type.Boolean(), diverged: Type.Array(Type.String()) });
const Finding = Type.Object({ level: Type.String(), message: Type.String() });
const Missing = Type.Object({ model: Type.String(), id: Type.String(), state: Type.String() });
const Line = Type.Object({ level: Type.Number(), msg: Type.String() });

export interface Run extends History {
  readonly place: Place;
  readonly receiver: Receiver;
  readonly url: string;
}

export const readiness = async (url: string) =>
  Value.Parse(Readiness, await (await fetch(`${url}/readyz`)).json());

/** How many events of deliveries the log has. */
async function countDeliveryEvents({ place }: Run): Promise<number> {
  const { EVENTSTORE_URL = readServiceFile(place.dataDir)?.stores?.eventstore ?? '' } = place.settings;
  const client = EventStoreDBClient.connectionString(EVENTSTORE_URL);
  let count = 0;
  for await (const { event } of client.readAll()) if (event?.streamId.startsWith('delivery-')) count += 1;
  await client.dispose();
  return count;
}

async function isFoundByCheck({ place }: Run): Promise<void> {
  const check = formlog(place.dataDir, ['check', '--json'], place.settings);
  await check.exited;
  const found = check.lines.map((line) => Value.Parse(Finding, line));
  const diverged = found.filter(({ message }) => message.includes('formlog projections realign'));
  assert.equal(
    diverged.map(({ level }) => level),
    ['warning'],
    JSON.stringify(found),
  );
}

/** Every follower has stopped and says so, and nothing is listed, recorded or sent. @returns what is accepted meanwhile */
async function standsStill(run: Run, tenant: Tenant): Promise<string[]> {
  const { url, place, receiver } = run;
  const { ready, diverged } = await eventually('it has diverged', async () => {
    const found = await readiness(url);
    return found.diverged.length > 0 && found;
  });
  assert.is(ready, false);
  for (const follower of ['submissions', 'deliveries', 'accounts', 'health'])
    assert.ok(
      diverged.some(
        (line) => line.startsWith(`${follower}: `) && line.includes('formlog projections realign'),
      ),
      `${follower} in ${JSON.stringify(diverged)}`,
    );
  const [sent, logged] = [receiver.count(), await countDeliveryEvents(run)];
  // Beyond the positions that the read models had reached.
  const accepted = await submit(tenant, url, 30);
  const { status, body } = await list(tenant, url);
  assert.is(status, 503);
  assert.match(body, 'read_model_diverged');
  await isFoundByCheck(run);
  assert.equal([receiver.count(), await countDeliveryEvents(run)], [sent, logged]);
  const lines = place
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => Value.Parse(Line, JSON.parse(line)));
  const ofFollowers = lines.filter(({ level, msg }) => level >= 50 || msg.includes('projection stopped'));
  assert.ok(
    ofFollowers.length > 0 && ofFollowers.every(({ msg }) => msg.includes('realign')),
    place.stderr(),
  );
  return accepted;
}

/** Realigns, and compares the file of what is lost with what was. */
async function realign({ place, kept, late }: Run, { eventstore }: Restore): Promise<void> {
  const file = join(place.dataDir, `missing-${eventstore}.jsonl`);
  await formlogJson(place.dataDir, ['projections', 'realign', '--file', file]);
  const missing = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => Value.Parse(Missing, JSON.parse(line)));
  rmSync(file);
  const lost = eventstore === 'other' ? [...kept, ...late] : late;
  const idsOf = (name: string) => missing.filter(({ model }) => model === name).map(({ id }) => id);
  assert.equal(idsOf('submissions'), lost.toSorted());
  assert.is(idsOf('deliveries').length, lost.length);
  const isOther = eventstore === 'other' ? 1 : 0;
  for (const model of ['accounts', 'forms', 'destinations', 'keys'])
    assert.is(missing.filter((one) => one.model === model && one.state === 'missing').length, isOther, model);
}

/** Asserts what has to come of a restore, once the processes have started. */
export async function execute(run: Run, restore: Restore): Promise<void> {
  const { receiver, url, kept, late, other } = run;
  const isOther = restore.eventstore === 'other';
  const tenant = isOther ? other.tenant : run.tenant;
  const inLog = isOther ? other.ids : restore.eventstore === 'later' ? [...kept, ...late] : kept;
  let accepted: string[] = [];
  if (restore.diverges) {
    accepted = await standsStill(run, tenant);
    await realign(run, restore);
  }
  const lengths = new Set<number>();
  await eventually(
    'it is ready',
    async () => {
      const { status, ids } = await list(tenant, url);
      if (status === 200) lengths.add(ids.length);
      return (await readiness(url)).ready;
    },
    60_000,
  );
  // A list is whole or refused: an emptied MongoDB never lists some of them.
  if (restore.mongodb === null) assert.equal([...lengths], [inLog.length]);
  assert.equal((await readiness(url)).diverged, []);
  accepted.push(...(await submit(tenant, url, 2)));
  await isListed(tenant, url, [...inLog, ...accepted]);
  await receiver.hasAll(accepted);
  for (const id of [...kept, ...late, ...other.ids, ...accepted])
    assert.is(receiver.timesOf(id), 1, `${id} was sent once`);
  await Promise.all(['submissions', 'deliveries'].map((model) => verify(url, model)));
}

/** Runs each restore in a place of this kind, all of them from the same saved states; in the long run alone. */
export function runRestores(name: Place['name'], open: (dir: string) => Place | Promise<Place>): void {
  if (!isLongRun) return;
  const test = suite(`restores on ${name}`);
  let dir = '';
  let place: Place;
  let receiver: Receiver;
  let history: History;

  test.before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'formlog-restores-'));
    receiver = await openReceiver();
    place = await open(join(dir, 'place'));
    history = await makeHistory(place, dir, receiver);
  });
  test.after(async () => {
    await place.close();
    await receiver.close();
    rmSync(dir, { recursive: true, force: true });
  });

  for (const [restored, restore] of Object.entries(restores))
    test(`restored: ${restored}`, async () => {
      place.restore('eventstore', history.saved[restore.eventstore]);
      place.restore('mongodb', restore.mongodb && history.saved[restore.mongodb]);
      try {
        await execute({ ...history, place, receiver, url: await place.start() }, restore);
        await place.stop();
      } finally {
        await place.kill();
      }
    });

  test.run();
}
