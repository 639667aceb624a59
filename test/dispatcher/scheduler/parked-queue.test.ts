import { pino } from 'pino';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ParkedDestination } from '../../../coordination/parked-destinations.ts';
import { openParkedQueue } from '../../../dispatcher/scheduler/parked-queue.ts';

const test = suite('parked queue');

const range = 7;
const unreadable = { keyId: 'k1', reason: 'it was sealed with key k1' };

/** A queue that holds a range, over documents in memory. */
async function openQueue() {
  const documents = new Map<string, ParkedDestination>();
  const lines: string[] = [];
  const queue = openParkedQueue({
    stored: {
      list: async () => [...documents.values()],
      save: async (parked) => void documents.set(parked.id, parked),
      remove: async (id) => void documents.delete(id),
      retryRequests: async () => [],
    },
    queue: { of: async () => [] },
    delaysMs: [60_000],
    isOwn: () => true,
    rangeOf: () => range,
    onParked: () => undefined,
    onReleased: () => undefined,
    onLoaded: () => undefined,
    now: () => new Date('2026-03-01T12:00:00Z'),
    logger: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
  });
  queue.addRange(range);
  await queue.run();
  const linesOf = (message: string) => lines.filter((line) => line.includes(`"msg":"${message}"`)).length;
  return { queue, documents, linesOf };
}

test('what comes back after a range was released is its next owner’s: nothing is parked, logged or written', async () => {
  const { queue, documents, linesOf } = await openQueue();
  queue.park('d1', unreadable);
  await queue.run();
  assert.equal([...documents.keys()], ['d1']);

  queue.removeRange(range);
  // The next owner has tried it once.
  const [parked] = documents.values();
  if (parked) documents.set('d1', { ...parked, retries: 1 });
  queue.park('d1', unreadable);
  queue.park('d2', unreadable);
  await queue.run();
  assert.is(documents.get('d1')?.retries, 1);
  assert.not(documents.has('d2'));
  assert.is(linesOf('a destination was parked'), 1);
});

test('a removal that was not written yet is not written once the range is released', async () => {
  const { queue, documents } = await openQueue();
  queue.park('d1', unreadable);
  await queue.run();
  queue.succeeded('d1');
  queue.removeRange(range);
  await queue.run();
  assert.equal([...documents.keys()], ['d1']);
});

test.run();
