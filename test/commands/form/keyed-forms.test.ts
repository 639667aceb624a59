import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { provideDemo } from '../../../app/serve/demo.ts';
import { defaultPlans } from '../../../commands/account/plans.ts';
import { openCommands } from '../../../commands/deps.ts';
import { changeForm } from '../../../commands/form/change-form.ts';
import { createForm } from '../../../commands/form/create-form.ts';
import { type CommandFixture, noDestinations, openFixture, succeeded } from '../command-fixture.ts';

const test = suite('the idempotency key of a form, for 24 hours');
let fixture: CommandFixture;
const day = 24 * 3_600_000;

test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());
test.after.each(() => {
  fixture.clock.aheadMs = 0;
});

for (const status of ['draft', 'published'] as const)
  test(`a repetition returns the form as it was created, although it is ${status} now`, async () => {
    const { context } = await fixture.newAccount();
    const request = { title: 'Poll', fields: [], status, idempotencyKey: 'poll' };
    const first = succeeded(await createForm(fixture.deps, request, context));
    const { formId } = first.form;
    for (const changes of [{ title: 'Other' }, { status: 'published' }, { status: 'closed' }] as const)
      succeeded(await changeForm({ ...fixture.deps, ...noDestinations }, { formId, changes }, context));
    const again = succeeded(await createForm(fixture.another(), request, context));
    assert.equal(again, { ...first, replayed: true });
  });

test('after a day the key creates another form', async () => {
  const { context } = await fixture.newAccount();
  const create = (title: string) =>
    createForm(fixture.another(), { title, fields: [], idempotencyKey: 'daily' }, context);
  const first = succeeded(await create('One'));
  fixture.clock.aheadMs += day - 60_000;
  const other = await create('Two');
  assert.is(other.ok || other.error.code, 'idempotency_mismatch');
  fixture.clock.aheadMs += 60_000;
  const second = succeeded(await create('Two'));
  assert.is(second.replayed, false);
  assert.is.not(second.form.formId, first.form.formId);
});

test('the demo keeps its form for longer than a day', async () => {
  const { log, deps, clock } = fixture;
  const now = () => new Date(Date.now() + clock.aheadMs);
  const commands = openCommands({ log, plans: defaultPlans, secrets: deps.secrets, now });
  const first = await provideDemo(commands);
  clock.aheadMs += 2 * day;
  const second = await provideDemo(commands);
  assert.ok(first);
  assert.is(second?.form_id, first.form_id);
});

test.run();
