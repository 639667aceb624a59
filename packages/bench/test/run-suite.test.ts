import { existsSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runSuite } from '../src/harness/run-suite.ts';
import { atLeast, measured, type Row } from '../src/harness/suite.ts';

const test = suite('bench: suite');
const settings = { scale: 0.5, log: () => undefined };

test('a failed row is reported, the next one runs, and everything is released', async () => {
  const released: string[] = [];
  const dirs: string[] = [];
  const broken: Row = {
    name: 'broken',
    target: atLeast(1),
    async run(context) {
      dirs.push(await context.tempDir());
      context.onRelease(() => released.push('broken'));
      throw new Error('as it should');
    },
  };
  const counting: Row = {
    name: 'counting',
    target: atLeast(1),
    async run(context) {
      released.push('counting runs');
      return measured(context.scaled(10), context.scaled(1), 'things');
    },
  };
  const told: string[] = [];
  const rows = [broken, counting];
  const results = await runSuite({ name: 's', rows }, rows, settings, ({ row }) => told.push(row.name));
  assert.equal(
    results.map(({ measurement }) => measurement?.ratio),
    [undefined, 5],
  );
  assert.equal(told, ['broken', 'counting']);
  assert.equal(released, ['broken', 'counting runs']);
  assert.not(dirs.some((dir) => existsSync(dir)));
});

test('a shared resource is created once and outlives its row', async () => {
  const events: string[] = [];
  const row = (name: string): Row => ({
    name,
    target: atLeast(1),
    async run(context) {
      const value = await context.shared('thing', async (owner) => {
        owner.onRelease(() => events.push('released'));
        events.push('made');
        return 7;
      });
      events.push(name);
      return measured(value, 7, 'things');
    },
  });
  const rows = [row('a'), row('b')];
  await runSuite({ name: 's', rows }, rows, settings, () => undefined);
  assert.equal(events, ['made', 'a', 'b', 'released']);
});

test.run();
