import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { subscriptionsAfter } from '../../../domain/delivery/plan.ts';
import { collectionsOf } from '../../../projections/collections.ts';
import { accountSubscriptions } from '../../../projections/read-models/destinations/account-subscriptions.ts';
import { destinations } from '../../../projections/read-models/destinations/projection.ts';
import { run, startStores, writerTo } from '../running.ts';
import { configured, inDestination, minute } from '../samples.ts';

const test = suite('subscriptions of accounts');

const changed = inDestination('d1', {
  type: 'DestinationChanged',
  data: { settings: { events: ['form.published'], formId: 'f2' }, at: minute(2) },
});
const disabled = inDestination('d2', {
  type: 'DestinationDisabled',
  data: { reason: { kind: 'operator' }, at: minute(3) },
});
const removed = inDestination('d3', { type: 'DestinationRemoved', data: { at: minute(4) } });

test('an account has those that its events give, up to the last change of a destination that is left', async () => {
  const stores = await startStores();
  const write = writerTo(stores.log);
  const facts = [configured('d1'), configured('d2'), configured('d3'), changed];
  await write(...facts);
  const last = await write(disabled);
  const end = await write(removed);
  await writerTo(stores.log, 'other')(configured('d9', { accountId: 'other' }));
  const running = run(stores, { projection: destinations });
  await running.reaches(end);

  const found = await accountSubscriptions(collectionsOf(stores.store)).of(['acme', 'absent']);
  const wanted = [...facts, disabled, removed].reduce(subscriptionsAfter, []);
  const acme = found.get('acme');
  assert.equal(
    [...(acme?.subscriptions ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1)),
    wanted,
  );
  assert.is(acme?.position, last);
  assert.equal(found.get('absent'), { position: -1n, subscriptions: [] });
  await running.stop();
  await stores.close();
});

test.run();
