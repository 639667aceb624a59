import { AsyncLocalStorage } from 'node:async_hooks';
import { Collection } from 'mongodb';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openCommands } from '../../../commands/deps.ts';
import { createForm } from '../../../commands/form/create-form.ts';
import type { TestResponse } from '../../support/injected-requests.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';

/** Time itself is too noisy to compare; what takes it is what the stores are asked. */
const test = suite('the cost of a 404');
let service: TestService;
let mine: Awaited<ReturnType<TestService['newAccount']>>;
let theirs: typeof mine;
let submissionId: string;

/** What the request that is measured asked of log and read store, in order; whatever else goes on is not its cost. */
const measured = new AsyncLocalStorage<string[]>();
const spied = ['find', 'findOne', 'insertOne', 'updateOne', 'replaceOne', 'deleteOne', 'aggregate'] as const;
const untouched = Object.fromEntries(
  spied.map((name): [string, unknown] => [name, Reflect.get(Collection.prototype, name)]),
);

/** Has every call of these methods told: the method, the object that it was called on and the first argument. */
function spy(
  target: object,
  names: readonly string[],
  tell: (name: string, self: unknown, first: unknown) => void,
): void {
  for (const name of names) {
    const method: unknown = Reflect.get(target, name);
    if (typeof method !== 'function') throw new Error(`no ${name}`);
    Reflect.set(target, name, function (this: unknown, ...args: unknown[]): unknown {
      tell(name, this, args[0]);
      const answer: unknown = Reflect.apply(method, this, args);
      return answer;
    });
  }
}

test.before(async () => {
  service = await startService();
  [mine, theirs] = [await service.newAccount(), await service.newAccount()];
  spy(service.log, ['readStream', 'append'], (name, _, stream) => {
    // The key and its account are read anew every second.
    if (!/^(apikey|account)-/.test(String(stream))) measured.getStore()?.push(`log ${name}`);
  });
  spy(Collection.prototype, spied, (name, collection) => {
    if (!(collection instanceof Collection)) return;
    // The ledgers of keys and rates are asked alike for every request.
    if (/^(forms|submissions|_replies)/.test(collection.collectionName))
      measured.getStore()?.push(`${collection.collectionName} ${name}`);
  });
});
test.after(async () => {
  Object.assign(Collection.prototype, untouched);
  await service.close();
});

type Ask = (formId: string, submissionId: string) => Promise<TestResponse>;
const routes: Readonly<Record<string, Ask>> = {
  'GET form': (form) => mine.api('GET', `/forms?id=${form}`),
  'HEAD form': (form) => mine.api('HEAD', `/forms?id=${form}`),
  'GET submission': (_, submission) => mine.api('GET', `/submissions?id=${submission}`),
  'HEAD submission': (_, submission) => mine.api('HEAD', `/submissions?id=${submission}`),
  'GET submissions of a form': (form) => mine.api('GET', `/submissions?form_id=${form}`),
  'PATCH form': (id) => mine.api('PATCH', '/forms', { body: { id, title: 'Mine' } }),
  'PATCH form, once': (id) =>
    mine.api('PATCH', '/forms', {
      body: { id, status: 'closed' },
      headers: { 'idempotency-key': `k-${id}`, 'if-match': '"1"' },
    }),
  'POST submission': (form_id) => mine.api('POST', '/submissions', { body: { form_id, answers: {} } }),
  'POST submission, once': (form_id) =>
    mine.api('POST', '/submissions', {
      body: { form_id, answers: { name: 'x' } },
      headers: { 'idempotency-key': `k-${form_id}` },
    }),
};

async function costOf(ask: Ask, formId: string, submission: string): Promise<readonly string[]> {
  const asked: string[] = [];
  const answer = await measured.run(asked, () => ask(formId, submission));
  assert.is(answer.status, 404, answer.text);
  return asked;
}

/** A form that this process has not come across: another made it. */
async function unknownForm(): Promise<string> {
  const { log, deps } = service;
  const { accountId } = theirs;
  const made = await createForm(
    openCommands({ log, plans: deps.plans, secrets: deps.secrets }),
    { title: 'Theirs', fields: [{ label: 'Name', kind: 'short_text' }], status: 'published' },
    { accountId, actor: { kind: 'operator', id: 'x' }, correlationId: 'x', causationId: 'x' },
  );
  if (!made.ok) throw new Error(made.error.code);
  service.note(made.value.position ?? 0n);
  return made.value.form.formId;
}

for (const [name, ask] of Object.entries(routes))
  test(`${name}: a resource of another account costs the same reads as an unknown one`, async () => {
    const used = await service.newForm(theirs.accountId, [nameField]);
    const body = { form_id: used, answers: { name: 'secret' } };
    const made = await theirs.api('POST', '/submissions', { body });
    submissionId = String(made.at('id'));
    const unknown = await unknownForm();
    await service.settled();
    const missing = await costOf(ask, 'none', 'none');
    assert.ok(missing.length > 0, 'nothing was asked of the stores');
    assert.equal(await costOf(ask, used, submissionId), missing, 'used just now by its owner');
    assert.equal(await costOf(ask, used, submissionId), missing, 'asked for a second time');
    assert.equal(await costOf(ask, unknown, submissionId), missing, 'never heard of by this process');
    assert.equal(await costOf(ask, unknown, submissionId), missing, 'asked for a second time');
    assert.equal(await costOf(ask, 'none', 'none'), missing, 'nothing, asked for a second time');
  });

test.run();
