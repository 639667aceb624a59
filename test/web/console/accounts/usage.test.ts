import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService, type TestService } from '../../../support/service.ts';
import { signIn } from '../../../support/web.ts';

const test = suite('the use of an account in the console');
let service: TestService;
test.before(async () => {
  service = await startService({
    plans: {
      open: { api: true, published_forms: null, submissions_per_month: null },
      tight: { api: true, published_forms: 3, submissions_per_month: 5 },
    },
  });
});
test.after(() => service.close());

for (const [plan, shown] of [
  ['open', /<span>2<\/span>\s*<span class="quiet">without limit/],
  ['tight', /2 of 5/],
] as const)
  test(`the submissions of the month are shown on the plan ${plan}`, async () => {
    const { accountId, api } = await service.newAccount(plan);
    const form = await service.newForm(accountId);
    for (const name of ['Ada', 'Grace']) {
      const made = await api('POST', '/submissions', { body: { form_id: form, answers: { name } } });
      assert.is(made.status, 201, made.text);
    }
    await service.settled();
    const operator = await signIn(service, service.operatorTokens[0] ?? '');
    assert.match((await operator.get(`/console/accounts/${accountId}`)).text, shown);
  });

test.run();
