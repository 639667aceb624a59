import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eachInDirectory } from '../../../../test/support/directory.ts';
import { contents, crashImage, openIn } from './small-store.ts';

const test = suite<{ dir: string }>('a journal in front of LMDB, random histories');
eachInDirectory(test);

/** A random step. */
type Step =
  | { readonly kind: 'put' | 'add' | 'append'; readonly key: string; readonly value: string }
  | { readonly kind: 'remove'; readonly key: string };
const key = fc.constantFrom('k1', 'k2', 'k3', 'k4');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('put', 'add', 'append'), key, value: fc.string() }),
  fc.record({ kind: fc.constant('remove' as const), key }),
);
const happening = fc.oneof(
  { weight: 6, arbitrary: fc.record({ steps: fc.array(step, { maxLength: 5 }), broken: fc.boolean() }) },
  { weight: 1, arbitrary: fc.constantFrom('checkpoint' as const, 'restart' as const) },
);

function apply(model: Map<string, string>, one: Step): void {
  if (one.kind === 'remove') model.delete(one.key);
  else if (one.kind !== 'add' || !model.has(one.key)) model.set(one.key, one.value);
}

test('law: a crash at any time leaves exactly the writes before it', async ({ dir }) => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 20 }), async (happenings) => {
      const here = join(dir, `round-${(round += 1)}`);
      let opened = openIn(here);
      let model = new Map<string, string>();
      for (const one of happenings) {
        if (one === 'checkpoint') opened.checkpoint();
        else if (one === 'restart') {
          await opened.close();
          opened = openIn(here);
        } else {
          const next = new Map(model);
          const work = (): void => {
            for (const change of one.steps) {
              apply(next, change);
              if (change.kind === 'remove') opened.a.remove(change.key);
              else opened.a[change.kind](change.key, change.value);
            }
            if (one.broken) throw new Error('broken');
          };
          if (one.broken) assert.throws(() => opened.write(work), 'broken');
          else {
            opened.write(work);
            model = next;
          }
        }
      }
      const expected = Object.fromEntries([...model].sort());
      assert.equal(opened.all()[0], expected);
      assert.equal((await contents(crashImage(here, 'image')))[0], expected);
      await opened.close();
    }),
    { numRuns: 40 },
  );
});

test.run();
