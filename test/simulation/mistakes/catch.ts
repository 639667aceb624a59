import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { simulate } from '../simulate.ts';
import type { Mistake } from './mistake.ts';

const twentyMinutes = 1_200_000;

/** Runs a world with each of the mistakes, and fails unless it breaks the law that it must. */
export function catchAll(name: string, mistakes: readonly Mistake[]): void {
  const test = suite(name);
  for (const { what, law, rules, world } of mistakes)
    test(`catches ${what}`, async () => {
      const { broken } = await simulate({
        seed: 11,
        days: 30,
        operatorsEveryMs: twentyMinutes,
        ...world,
        rules,
      });
      assert.is(broken?.law, law, JSON.stringify({ ...broken, trace: broken?.trace.slice(-20) }, null, 2));
      assert.ok((broken?.trace.length ?? 0) > 1);
    });
  test.run();
}
