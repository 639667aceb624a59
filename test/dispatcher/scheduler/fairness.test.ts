import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../../support/eventually.ts';
import { type ReceiverResponse, startReceiver } from '../receiver.ts';
import { openWorld } from '../world.ts';

const test = suite('fairness');

const names = ['a', 'b', 'c', 'd'];
const perDestination = 30;
const concurrency = 4;
/** Fewer than the four could use, so that whatever others take is taken from them. */
const inFlight = 12;
/** What hangs goes on hanging, however slow this machine is, and what answers is not taken for slow. */
const never = 300_000;
const limits = { inFlight, slowMs: never };
/** Alone, the four have got everything after so many turns. */
const defaultTurns = names.length * perDestination;
/** It fails as often as it can, and is never done with it. */
const delaysMs = Array<number>(2_000).fill(1);

/** Three receivers, and the order in which requests came to them: each is one turn, however long it took. */
async function openReceivers() {
  const turns: string[] = [];
  const receive = (answer: (path: string) => ReceiverResponse) =>
    startReceiver(() => (response) => {
      const path = response.req.url ?? '';
      turns.push(path);
      const given = answer(path);
      if (typeof given === 'number') response.writeHead(given).end();
    });
  const all = {
    good: await receive(() => 204),
    failing: await receive(() => 500),
    hanging: await receive(() => () => undefined),
  };
  return { ...all, turns, close: () => Object.values(all).forEach((receiver) => receiver.close()) };
}

/** In which turns each of the four got its requests, from 1, where all wait already when the first is sent. */
async function takeTurns() {
  const receivers = await openReceivers();
  const world = await openWorld({ delaysMs, limitMs: never, requestTimeoutMs: never, limits });
  try {
    await world.stopPart('scheduler');
    const ids: string[] = [];
    for (const name of names)
      ids.push(await world.configure(`${receivers.good.url}/${name}`, { concurrency }));
    for (const other of ['failing', 'hanging'] as const)
      ids.push(await world.configure(`${receivers[other].url}/${other}`, { concurrency }));
    for (let n = 0; n < perDestination; n++) await world.submit();
    for (const id of ids) await world.deliveries(id, 'pending', perDestination);
    world.startPart('scheduler');

    const { turns } = receivers;
    const turnsOf = (name: string) =>
      turns.flatMap((path, index) => (path.endsWith(`/${name}`) ? [index + 1] : []));
    await eventually(
      'the four have got everything',
      () => names.every((name) => turnsOf(name).length === perDestination),
      60_000,
    );
    return {
      good: names.map(turnsOf),
      /** Up to when the last of the four was served. */
      failing: turnsOf('failing').filter((turn) => turn < Math.max(...names.flatMap(turnsOf))).length,
      hanging: turnsOf('hanging').length,
    };
  } finally {
    receivers.close();
    await world.close();
  }
}

test('one hanging and one failing destination lengthen the wait of the others by half of the turns at most', async () => {
  const beside = await takeTurns();
  for (const [index, name] of names.entries()) {
    const last = Math.max(...(beside.good[index] ?? []));
    assert.ok(last <= 1.5 * defaultTurns, `${name}: ${last} turns, and ${defaultTurns} alone`);
  }
  assert.ok(beside.failing > perDestination / 2, `${beside.failing} failed meanwhile`);
  assert.ok(beside.hanging > 0 && beside.hanging <= concurrency, `${beside.hanging} hang`);
});

test.run();
