import * as assert from 'uvu/assert';

const factor = 8;
const rounds = 3;
/** Below this, clocks and compilers decide, in milliseconds. */
const leastMs = 10;

/**
 * Asserts that work grows about as its size does. The time of this process is measured for two sizes beside each other, the best
 * of some rounds for each, so that a busy machine slows both alike: eight times the size may take up to 32 times as long. Work
 * that grows with the square of its size takes 64 times as long.
 * @param work does the work for a size
 * @param size the larger one; the smaller is an eighth of it
 * @param name of the work, for the message
 */
export async function assertGrowsWithSize(
  work: (size: number) => unknown,
  size: number,
  name = '',
): Promise<void> {
  const small = await bestMs(() => work(Math.floor(size / factor)));
  const large = await bestMs(() => work(size));
  const message = `${name} ${size / factor} took ${small} ms, ${size} took ${large} ms`.trim();
  assert.ok(large <= 4 * factor * Math.max(small, leastMs), message);
}

async function bestMs(work: () => unknown): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < rounds; round++) {
    const begun = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(begun);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}
