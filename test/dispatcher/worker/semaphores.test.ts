import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NotSent, Semaphores } from '../../../dispatcher/worker/semaphores.ts';
import { advanceClock } from '../../support/clock.ts';

const test = suite('semaphores');

/** Requests of semaphores; which of them have started, and which were refused. */
function openSemaphores(longestWaitMs = 60_000) {
  const semaphores = new Semaphores(longestWaitMs);
  const started: string[] = [];
  const refused: string[] = [];
  return {
    started,
    refused,
    release: (name: string) => semaphores.release(name),
    cancelWaiting: () => semaphores.cancelWaiting(),
    acquire: (id: string, limit: number) =>
      semaphores.acquire({ name: id.charAt(0), limit }).then(
        () => void started.push(id),
        (error: unknown) => {
          if (!(error instanceof NotSent)) throw error;
          refused.push(id);
        },
      ),
  };
}

test('limits the requests in flight for a name', async () => {
  const { acquire, release, started } = openSemaphores();
  const all = Promise.all(['a1', 'a2', 'a3', 'a4', 'b1'].map((id) => acquire(id, 2)));
  await Promise.resolve();
  assert.equal(started, ['a1', 'a2', 'b1']);
  release('a');
  release('a');
  await all;
  assert.equal(started, ['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('a lowered limit applies to waiting requests, too', async () => {
  const { acquire, release, started } = openSemaphores();
  await Promise.all(['a1', 'a2', 'a3'].map((id) => acquire(id, 3)));
  const next = acquire('a4', 1);
  release('a');
  release('a');
  await Promise.resolve();
  assert.is(started.length, 3);
  release('a');
  await next;
  assert.equal(started.at(-1), 'a4');
});

test('a request that waited too long is refused, and takes no place', async () => {
  const { acquire, release, started, refused } = openSemaphores(5);
  await acquire('a1', 1);
  await acquire('a2', 1);
  assert.equal(refused, ['a2']);
  release('a');
  await acquire('a3', 1);
  assert.equal(started, ['a1', 'a3']);
});

test('a place that comes too late is refused, even if the timer of a suspended process has not run', async () => {
  const { acquire, release, started, refused } = openSemaphores(60_000);
  await acquire('a1', 1);
  const waiting = Promise.all(['a2', 'a3'].map((id) => acquire(id, 1)));
  const restoreClock = advanceClock(60_001);
  release('a');
  restoreClock();
  await waiting;
  assert.equal([started, refused], [['a1'], ['a2', 'a3']]);
});

test('waiting requests can be cancelled, and those in flight keep their places', async () => {
  const { acquire, cancelWaiting, started, refused } = openSemaphores();
  await acquire('a1', 1);
  const waiting = Promise.all(['a2', 'a3'].map((id) => acquire(id, 1)));
  cancelWaiting();
  await waiting;
  assert.equal([started, refused], [['a1'], ['a2', 'a3']]);
});

test.run();
