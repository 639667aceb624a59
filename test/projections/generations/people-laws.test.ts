import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { noticePlanner } from '../../../dispatcher/notices/planner.ts';
import { withBuild } from '../../../projections/generations/generations.ts';
import { modelId, type Projection } from '../../../projections/projection.ts';
import { closings } from '../../../projections/read-models/closings/projection.ts';
import { notices } from '../../../projections/read-models/notices/projection.ts';
import { personErasures } from '../../../projections/read-models/person-erasures/projection.ts';
import { purged } from '../../support/eventstore/scavenge-memory.ts';
import { startStores, storedBy, writerTo } from '../running.ts';
import { type Fact, minute } from '../samples.ts';
import { randomClosings } from './random-closings.ts';
import { seededRandom } from './random-history.ts';
import { randomPeople } from './random-people.ts';
import { accountOf } from './random-webhooks.ts';
import { stopSupervisors, supervise } from './supervising.ts';

const test = suite('projections/generations/people-laws');

const seed = Number(process.env['LAW_SEED'] ?? Date.now() % 1_000_000);

let stores: Awaited<ReturnType<typeof startStores>>;
test.before(async () => {
  stores = await startStores();
});
test.after(async () => {
  await stopSupervisors();
  await stores.close();
});

/** A history of people and of accounts that are closed, with the streams that their erasers have deleted at its end. */
function randomLives(random: () => number, length: number) {
  const people = randomPeople(random, 'x');
  const closed = randomClosings(random, 'x');
  const facts = Array.from({ length }, (_, n): readonly Fact[] => {
    const at = minute(n);
    const kind = random();
    if (kind < 0.15) return people.join(at);
    if (kind < 0.65) return people.change(at);
    return kind < 0.85 ? people.notice(at) : closed.change(at);
  }).flat();
  return { facts, deleted: [...people.deletedStreams(), ...closed.deletedStreams()] };
}

/** The documents of a model, without the positions that they have reached: the last event of one may be erased. */
async function contentOf(model: Projection) {
  const stored = Object.entries(await storedBy(stores.store, model));
  return Object.fromEntries(stored.map(([id, { _position, ...document }]) => [id, document]));
}

test(`given erased people and accounts whose events are no longer in the log, rebuilt models are the same (LAW_SEED=${seed})`, async () => {
  const models: readonly Projection[] = [personErasures, closings, notices, noticePlanner];
  const write = writerTo(stores.log, accountOf('x'));
  const { facts, deleted } = randomLives(seededRandom(seed), 400);
  let last = -1n;
  for (const fact of facts) last = await write(fact);
  const projector = await supervise(stores, ...models);
  await projector.reaches(last);
  for (const kind of ['person-', 'notices-', 'account-'])
    assert.ok(deleted.filter((stream) => stream.startsWith(kind)).length > 0, kind);
  for (const stream of deleted) await stores.log.eraseStream(stream);
  await purged(stores.log);
  for (const model of models) {
    const build = { seed: null, at: minute(0) };
    await projector.models.change(model.name, (now) => now && withBuild(now, model.version, build));
    const second = { ...model, generation: 2 };
    await projector.reads(model, modelId(second));
    const [live, rebuilt] = [await contentOf(model), await contentOf(second)];
    assert.ok(Object.keys(live).length > 0, model.name);
    assert.equal(rebuilt, live, model.name);
  }
  await projector.stop();
});

test.run();
