import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { planner } from '../../../dispatcher/planner/planner.ts';
import { scheduleDeliveries } from '../../../dispatcher/planner/schedule-deliveries.ts';
import { openAggregates } from '../../../log/aggregates.ts';
import { openControl } from '../../../projections/generations/control/control.ts';
import { deliveries } from '../../../projections/read-models/deliveries/projection.ts';
import { run, startStores, storedBy, writerTo } from '../../projections/running.ts';
import { eventually } from '../../support/eventually.ts';
import { configured, type History, submitted } from '../events.ts';

const test = suite('a planner with a parked key');

const accounts = ['stuck', 'free'] as const;
const submissionsOf = (account: string, from: number, count: number): History =>
  Array.from({ length: count }, (_, n) => submitted(`${account}-${from + n}`));

for (const broken of ['a rule', 'an effect'] as const)
  test(`${broken} that fails for one account delays the webhooks of that account only, and all are planned after the repair`, async () => {
    const stores = await startStores();
    const { log, store } = stores;
    let isMended = false;
    const fails = (accountId: string) => !isMended && accountId === 'stuck';
    const delicate: typeof planner = {
      ...planner,
      react(doc, event) {
        if (broken === 'a rule' && fails(event.metadata.accountId)) throw new Error('no rule');
        return planner.react(doc, event);
      },
    };
    const planning = {
      log,
      aggregates: openAggregates(log),
      now: () => new Date(),
      publicUrl: 'https://forms.test',
    };
    const running = run(stores, {
      projection: delicate,
      async perform(plans) {
        if (broken === 'an effect' && plans.some(({ subject }) => fails(subject.accountId)))
          throw new Error('no effect');
        await scheduleDeliveries(planning, plans);
      },
    });
    const reading = run(stores, { projection: deliveries });
    const writers = new Map(accounts.map((account) => [account, writerTo(log, account)]));
    const write = async (account: (typeof accounts)[number], history: History) => {
      await writers.get(account)?.(...history.map(([stream, event]) => ({ stream, event })));
    };
    const plannedFor = async (account: string) => {
      const stored = Object.values(await storedBy(store, deliveries));
      return stored.filter((one) => one.destination_id === account).map((one) => one.submission_id);
    };
    const idsUpTo = (account: string, count: number) =>
      submissionsOf(account, 0, count)
        .map(([stream]) => stream.replace('submission-', ''))
        .toSorted();
    const hasPlanned = (account: string, count: number) =>
      eventually(
        `${count} are planned for ${account}`,
        async () => (await plannedFor(account)).length >= count,
      );

    for (const account of accounts) await write(account, [configured(account)]);
    for (const account of accounts) await write(account, submissionsOf(account, 0, 20));
    await hasPlanned('free', 20);
    const control = openControl({ ...stores, models: [], managers: [delicate] });
    await eventually('the account is parked', async () => {
      const [parked, ...others] = (await control.parked('planner')) ?? [];
      return others.length === 0 && parked?.scope.id === 'stuck' && parked.events >= 20;
    });
    for (const account of accounts) await write(account, submissionsOf(account, 20, 5));
    await hasPlanned('free', 25);
    assert.equal(await plannedFor('stuck'), []);

    isMended = true;
    assert.is(await control.retry('planner', null), 1);
    await eventually('it is taken up', async () => (await control.parked('planner'))?.length === 0);
    for (const account of accounts) await write(account, submissionsOf(account, 25, 5));
    for (const account of accounts) {
      await hasPlanned(account, 30);
      assert.equal((await plannedFor(account)).toSorted(), idsUpTo(account, 30));
    }
    await running.stop();
    await reading.stop();
    await stores.close();
  });

test.run();
