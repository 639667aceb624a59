// A process of its own: time passes as the test says.

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lawNames } from './laws/law.ts';
import { mistakesWithDeliveries } from './mistakes/deliveries.ts';
import { mistakesWithPlans } from './mistakes/plans.ts';
import { mistakesWithRecoveries } from './mistakes/recoveries.ts';
import { mistakesWithSecretsAndErasure } from './mistakes/secrets-and-erasure.ts';
import { simulate } from './simulate.ts';

const test = suite('simulated world');
const happenings = [
  'DeliveryAttempted',
  'DeliveryReplayRequested',
  'dispatcher killed',
  'worker killed',
  'DeliveryCancelled: requested',
  'DestinationSecretRotated',
  'ErasureCompleted',
  'RecoveryCompleted',
  'MongoDB emptied',
  'projector killed',
  'account parked',
  'request with the origin of another',
];

const simulatedDays = Number(process.env['SIMULATED_DAYS'] ?? 6);

/** A history at random may lack something that a law is about: further worlds follow until everything has happened. */
test('the laws hold whichever process dies', async () => {
  const missing = new Set(happenings);
  for (let seed = 20; seed < 22 || missing.size > 0; seed++) {
    assert.ok(seed < 30, `no world had ${[...missing].join(', ')}`);
    const { broken, counts, happened } = await simulate({ seed, days: simulatedDays });
    assert.is(broken, null, JSON.stringify(broken, null, 2));
    assert.is(counts['pending'], undefined);
    assert.ok((counts['succeeded'] ?? 0) > 0);
    for (const [name, count] of Object.entries(happened)) if (count > 0) missing.delete(name);
  }
});

test('without faults each attempt is sent once, within the limits of its destination', async () => {
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
  const mistakes = [
    ...mistakesWithDeliveries,
    ...mistakesWithPlans,
    ...mistakesWithRecoveries,
    ...mistakesWithSecretsAndErasure,
  ];
  const caught = new Set(mistakes.flatMap(({ law }) => law));
  assert.equal(
    lawNames.filter((law) => !caught.has(law)),
    [],
  );
});

test.run();
