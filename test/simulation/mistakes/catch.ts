import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Report, simulate } from '../simulate.ts';
import type { Mistake } from './mistake.ts';

const twentyMinutes = 1_200_000;
/** In some worlds a mistake does no harm, or first breaks another law. */
const seeds = [11, 12, 13, 14];

/** Runs a world with each of the mistakes, and fails unless it breaks the law that it must. */
export function catchAll(name: string, mistakes: readonly Mistake[]): void {
  const test = suite(name);
  for (const { what, law, rules, world } of mistakes)
    test(`catches ${what}`, async () => {
      let broken: Report['broken'] = null;
      for (const seed of seeds) {
        ({ broken } = await simulate({
          seed,
          days: 30,
          operatorsEveryMs: twentyMinutes,
          emptyEveryMs: Infinity,
          ...world,
          rules,
        }));
        if (broken && [law].flat().includes(broken.law)) break;
      }
      const report = JSON.stringify({ ...broken, trace: broken?.trace.slice(-20) }, null, 2);
      assert.ok(broken && [law].flat().includes(broken.law), report);
      assert.ok(broken.trace.length > 1);
    });
  test.run();
}
