import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { NoReply, Reply } from '../../../dispatcher/bus/bus.ts';
import { type StickyWorker, WorkerAffinity } from '../../../dispatcher/scheduler/worker-affinity.ts';

const test = suite('worker affinity');

const exchanged = (worker: string, exchangeMs: number): Reply => ({
  result: 'done',
  position: '1',
  exchangeMs,
  worker,
});

/** The requests to one destination with a concurrency of 4. */
function destination() {
  const affinity = new WorkerAffinity();
  return {
    begin: () => affinity.begin('d'),
    end: (sticky: StickyWorker | null, reply: Reply | NoReply) => affinity.end('d', sticky, reply),
    ahead: () => affinity.aheadOf('d', 4),
  };
}

test('a worker that makes all attempts may prefetch the same number', () => {
  const { begin, end, ahead } = destination();
  const [first, second] = [begin(), begin()];
  assert.equal([first, second, ahead()], [null, null, 0]);
  end(first, exchanged('w', 100));
  const third = begin();
  assert.is(third?.id, 'w');
  assert.is(ahead(), 0, 'the second may be at another worker');
  end(second, exchanged('x', 100));
  assert.is(ahead(), 4);
  end(third, exchanged('w', 100));
  assert.is(begin(), null, 'at rest, any worker may begin');
});

test('nothing is prefetched for a receiver that answers very fast or slowly', () => {
  for (const exchangeMs of [5, 1_000]) {
    const { begin, end } = destination();
    const [first] = [begin(), begin()];
    end(first, exchanged('w', exchangeMs));
    assert.is(begin(), null);
  }
});

for (const result of ['timeout', 'no worker', 'busy', 'failed'] as const)
  test(`after "${result}" any worker may take the next attempt, and nothing is prefetched until the former is done`, () => {
    const { begin, end, ahead } = destination();
    const [first, second] = [begin(), begin()];
    end(first, exchanged('w', 100));
    end(second, exchanged('w', 100));
    const [third, fourth, fifth] = [begin(), begin(), begin()];
    end(third, exchanged('w', 100));
    const [sixth, seventh] = [begin(), begin()];
    end(fourth, { result });
    assert.is(ahead(), 0);
    const eighth = begin();
    assert.is(eighth, null);
    end(fifth, exchanged('w', 100));
    const ninth = begin();
    assert.is(ninth?.id, 'w');
    end(sixth, exchanged('w', 100));
    end(eighth, exchanged('x', 100));
    assert.is(ahead(), 0, 'one of the former period is still in progress');
    end(seventh, exchanged('w', 100));
    assert.is(ahead(), 4);
  });

test.run();
