import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSubmission } from '../../commands/create-submission.ts';
import { openFixture, succeeded, type CommandFixture } from './command-fixture.ts';

const test = suite('quota: what was looked through once');
let fixture: CommandFixture;

test.before(async () => {
  fixture = await openFixture();
});
test.after(() => fixture.close());

test('is settled: a later look reads the reservations that came since, and no others', async () => {
  const { context, accountId } = await fixture.newAccount();
  const formId = await fixture.newForm(context, 'published');
  const submit = async () => {
    const request = { formId, answers: { name: 'Ada' }, source: 'api' } as const;
    return (await createSubmission(deps, request, context)).ok;
  };
  const deps = fixture.another();
  const lost = { submissionId: `lost-${accountId}`, formId };
  succeeded(await deps.quotas.reserve(lost, deps.now().toISOString(), context));
  for (let n = 0; n < 4; n++) assert.is(await submit(), true);

  let looked = 0;
  const { readEvent } = fixture.log;
  const { now } = performance;
  Object.assign(fixture.log, {
    readEvent: (...args: Parameters<typeof readEvent>) => {
      looked += 1;
      return readEvent(...args);
    },
  });
  try {
    fixture.clock.aheadMs += 121_000;
    assert.is(await submit(), true, 'in the place of the one that was lost');
    assert.is(looked, 5);
    assert.is(await submit(), false);
    assert.is(looked, 5, 'not again so soon');
    fixture.clock.aheadMs += 121_000;
    // How long ago it looked is measured by the process, not by the calendar.
    performance.now = () => now.call(performance) + 700_000;
    assert.is(await submit(), false);
    assert.is(looked, 6);
  } finally {
    performance.now = now;
    Object.assign(fixture.log, { readEvent });
  }
});

test.run();
