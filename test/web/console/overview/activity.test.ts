import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { followActivity, openActivity } from '../../../../web/console/overview/activity.ts';
import { eventually } from '../../../support/eventually.ts';
import { startService, type TestService } from '../../../support/service.ts';

const test = suite('the overview');
let service: TestService;
test.before(async () => void (service = await startService()));
test.after(() => service.close());

test('submissions are counted as they happen, in the second in which they happen', async () => {
  let aheadMs = 0;
  const activity = openActivity(() => new Date(Date.now() + aheadMs));
  const stop = new AbortController();
  const following = followActivity(service.log, activity, stop.signal);
  const { accountId, api } = await service.newAccount();
  const form_id = await service.newForm(accountId);
  const total = () => activity.series(15, 1).submissions.reduce((a, b) => a + b, 0);
  await eventually('the feed is followed', async () => {
    await api('POST', '/submissions', { body: { form_id, answers: { name: 'x' } } });
    return total() > 0;
  });
  const before = total();
  await api('POST', '/submissions', { body: { form_id, answers: { name: 'x' } } });
  await eventually('it is counted', async () => total() > before);
  aheadMs = 16 * 60_000;
  assert.is(total(), 0, 'the plot shows fifteen minutes');
  stop.abort();
  await following;
});

test.run();
