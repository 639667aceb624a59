import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lawNames } from './law.ts';
import { mistakesWithDeliveries } from './mistakes/deliveries.ts';
import { mistakesWithRecoveries } from './mistakes/recoveries.ts';
import { mistakesWithSecretsAndErasure } from './mistakes/secrets-and-erasure.ts';
import { simulate } from './simulate.ts';

const test = suite('simulated world');
const happenings = [
  ...['DeliverySucceeded', 'DeliveryReplayRequested', 'dispatcher killed', 'worker killed'],
  ...['DestinationSecretRotated', 'ErasureCompleted', 'RecoveryCompleted'],
];

for (const seed of [20, 24])
  test(`keeps its laws with seed ${seed}, whoever dies`, async () => {
    const { broken, counts, happened } = await simulate({ seed, days: 6 });
    assert.is(broken, null, JSON.stringify(broken, null, 2));
    assert.is(counts['pending'], undefined);
    for (const what of happenings) assert.ok((happened[what] ?? 0) > 0, what);
  });

test('without faults sends each attempt once, within the limits of its destination', async () => {
  const { broken, happened } = await simulate({ seed: 5, days: 5, isFaultless: true });
  assert.is(broken, null, JSON.stringify(broken, null, 2));
  assert.is(happened['request'], happened['DeliveryAttempted']);
});

test('the same seed is the same world', async () => {
  const { days: _, ...first } = await simulate({ seed: 3, days: 2 });
  const { days: __, ...second } = await simulate({ seed: 3, days: 2 });
  assert.equal(second, first);
});

test('each law has a mistake that it catches', () => {
  const mistakes = [...mistakesWithDeliveries, ...mistakesWithRecoveries, ...mistakesWithSecretsAndErasure];
  const caught = new Set(mistakes.map(({ law }) => law));
  assert.equal(
    lawNames.filter((law) => !caught.has(law)),
    [],
  );
});

test.run();
