import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { provideDemo } from '../../app/serve/demo.ts';
import { closeAccount } from '../../commands/account/close-account.ts';
import { defaultPlans } from '../../commands/account/plans.ts';
import { openCommands } from '../../commands/deps.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { type CommandFixture, openFixture, succeeded } from '../commands/command-fixture.ts';

const test = suite('the demo account');
let fixture: CommandFixture;
test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

test('a start without a demo follows once its account is closed, and once it is erased', async () => {
  const { log, deps } = fixture;
  const commands = openCommands({ log, plans: defaultPlans, secrets: deps.secrets, now: () => new Date() });
  assert.is((await provideDemo(commands))?.account_id, 'demo');

  const context = { accountId: 'demo', correlationId: 'test', causationId: 'test' };
  const closing = { ...commands, destinationIdsOf: async () => [] };
  const closed = await closeAccount(
    closing,
    { name: 'Demo' },
    { ...context, actor: { kind: 'system', id: 'test' } },
  );
  succeeded(closed);
  assert.is(await provideDemo(commands), null);

  await log.eraseStream(streamOf.account('demo'));
  const later = openCommands({ log, plans: defaultPlans, secrets: deps.secrets, now: () => new Date() });
  assert.is(await provideDemo(later), null);
});

test('a start shares the demo account with another process that makes it meanwhile', async () => {
  const shared = await openFixture();
  const deps = shared.another(defaultPlans);
  const { aggregates } = deps;
  const load: typeof aggregates.load = async (decider, stream, ...rest) => {
    const before = await aggregates.load(decider, stream, ...rest);
    if (stream.startsWith('person-')) await provideDemo(shared.another(defaultPlans));
    return before;
  };
  const demo = await provideDemo({ ...deps, aggregates: { ...aggregates, load } });
  const again = await provideDemo(shared.another(defaultPlans));
  await shared.close();
  assert.ok(demo?.owner_id);
  assert.equal({ ...again, key: null }, { ...demo, key: null });
});

test.run();
