import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NoTurn, openTurns } from '../../../dispatcher/worker/turns.ts';
import { advanceClock } from '../../support/clock.ts';

const test = suite('turns');

/** Requests that take turns; which of them have started, and which were refused. */
function lineOf(longestWaitMs = 60_000) {
  const turns = openTurns(longestWaitMs);
  const started: string[] = [];
  const refused: string[] = [];
  return {
    started,
    refused,
    end: turns.end,
    withdraw: turns.withdraw,
    take: (id: string, atOnce: number) =>
      turns.take({ name: id.charAt(0), atOnce }).then(
        () => void started.push(id),
        (error: unknown) => {
          if (!(error instanceof NoTurn)) throw error;
          refused.push(id);
        },
      ),
  };
}

test('no more than the given number of one name are under way', async () => {
  const { take, end, started } = lineOf();
  const all = Promise.all(['a1', 'a2', 'a3', 'a4', 'b1'].map((id) => take(id, 2)));
  await Promise.resolve();
  assert.equal(started, ['a1', 'a2', 'b1']);
  end('a');
  end('a');
  await all;
  assert.equal(started, ['a1', 'a2', 'b1', 'a3', 'a4']);
});

test('a lower number holds for those that wait as well', async () => {
  const { take, end, started } = lineOf();
  await Promise.all(['a1', 'a2', 'a3'].map((id) => take(id, 3)));
  const next = take('a4', 1);
  end('a');
  end('a');
  await Promise.resolve();
  assert.is(started.length, 3);
  end('a');
  await next;
  assert.equal(started.at(-1), 'a4');
});

test('a request that waited too long is refused, and takes no turn', async () => {
  const { take, end, started, refused } = lineOf(5);
  await take('a1', 1);
  await take('a2', 1);
  assert.equal(refused, ['a2']);
  end('a');
  await take('a3', 1);
  assert.equal(started, ['a1', 'a3']);
});

test('a turn that comes too late is refused, though the timer of a suspended process has not run', async () => {
  const { take, end, started, refused } = lineOf(60_000);
  await take('a1', 1);
  const waiting = Promise.all(['a2', 'a3'].map((id) => take(id, 1)));
  const restoreClock = advanceClock(60_001);
  end('a');
  restoreClock();
  await waiting;
  assert.equal([started, refused], [['a1'], ['a2', 'a3']]);
});

test('those that wait can be withdrawn; those under way keep their turns', async () => {
  const { take, withdraw, started, refused } = lineOf();
  await take('a1', 1);
  const waiting = Promise.all(['a2', 'a3'].map((id) => take(id, 1)));
  withdraw();
  await waiting;
  assert.equal([started, refused], [['a1'], ['a2', 'a3']]);
});

test.run();
