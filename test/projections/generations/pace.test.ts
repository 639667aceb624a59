import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openPace } from '../../../projections/generations/pace.ts';

const test = suite('projections/generations: the pace of long work');

const { signal } = new AbortController();

/** The rests of work whose parts take some milliseconds each. */
async function restsOf(isBusy: boolean, parts: readonly number[]): Promise<readonly number[]> {
  let clock = 0;
  const rests: number[] = [];
  const rest = (ms: number): Promise<void> => {
    rests.push(ms);
    clock += ms;
    return Promise.resolve();
  };
  const pace = openPace(() => isBusy, { now: () => clock, rest });
  for (const ms of parts) {
    clock += ms;
    await pace.giveWay(signal);
  }
  return rests;
}

test('work rests four times as long as it took while requests are served', async () => {
  assert.equal(await restsOf(true, [2, 2, 2, 10]), [24, 40]);
});

test('short work does not rest', async () => {
  assert.equal(await restsOf(true, [4]), []);
});

test('work goes on at once while nobody asks, after a turn of others', async () => {
  let others = 0;
  setImmediate(() => others++);
  assert.equal(await restsOf(false, [10]), []);
  assert.is(others, 1);
});

test.run();
