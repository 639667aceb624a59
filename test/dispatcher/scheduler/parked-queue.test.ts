import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ParkedDestination } from '../../../coordination/parked-destinations.ts';
import { ParkedQueue } from '../../../dispatcher/scheduler/parked-queue.ts';
import { rangeOf } from '../../../dispatcher/scheduler/shards.ts';

const test = suite('parked queue');

const unreadable = { keyId: 'k1', reason: 'it was sealed with key k1' };

/** A queue that holds the ranges of two destinations, over documents in memory. */
async function openQueue(delayMs = 60_000) {
  const documents = new Map<string, ParkedDestination>();
  const lines: string[] = [];
  const clock = { ms: Date.parse('2026-03-01T12:00:00Z') };
  const queue = new ParkedQueue({
    stored: {
      list: async () => [...documents.values()],
      save: async (parked) => void documents.set(parked.id, parked),
      remove: async (id) => void documents.delete(id),
      retryRequests: async () => [],
    },
    queue: { of: async () => [] },
    delaysMs: [delayMs],
    isHeld: () => true,
    now: () => new Date(clock.ms),
    logger: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
  });
  for (const id of ['d1', 'd2']) queue.addRange(rangeOf(id));
  await queue.load();
  const linesOf = (message: string) => lines.filter((line) => line.includes(`"msg":"${message}"`)).length;
  return { queue, documents, linesOf, clock };
}

test('a reply after the release of a range is ignored: nothing is parked, logged or written', async () => {
  const { queue, documents, linesOf } = await openQueue();
  queue.park('d1', unreadable);
  await queue.save();
  assert.equal([...documents.keys()], ['d1']);

  for (const id of ['d1', 'd2']) queue.removeRange(rangeOf(id));
  // The next owner has tried it once.
  const [parked] = documents.values();
  if (parked) documents.set('d1', { ...parked, retries: 1 });
  queue.park('d1', unreadable);
  queue.park('d2', unreadable);
  await queue.save();
  assert.is(documents.get('d1')?.retries, 1);
  assert.not(documents.has('d2'));
  assert.is(linesOf('a destination was parked'), 1);
});

test('a removal that was not written yet is not written once the range is released', async () => {
  const { queue, documents } = await openQueue();
  queue.park('d1', unreadable);
  await queue.save();
  queue.release('d1');
  queue.removeRange(rangeOf('d1'));
  await queue.save();
  assert.equal([...documents.keys()], ['d1']);
});

test('a destination without due deliveries is released once the read model has had time to show them', async () => {
  const { queue, clock, linesOf } = await openQueue(20);
  queue.park('d1', unreadable);
  clock.ms += 20;
  assert.not(await queue.retry('d1'));
  assert.is(linesOf('a parked destination is active again'), 0);
  clock.ms += 2_000;
  assert.ok(await queue.retry('d1'));
  assert.is(linesOf('a parked destination is active again'), 1);
});

test.run();
