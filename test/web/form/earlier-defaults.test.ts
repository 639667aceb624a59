import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { form } from '../../../domain/form/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { startService, type TestService } from '../../support/service.ts';
import { openVisit } from '../../support/web.ts';

const test = suite('forms with a default that only an earlier release accepted');
let service: TestService;
let owner: Awaited<ReturnType<TestService['newAccount']>>;
test.before(async () => {
  service = await startService({ http: { minFormMs: 0 } });
  owner = await service.newAccount();
});
test.after(() => service.close());

/** A form that asks for a fee, by default of 12.50 in a currency. */
async function formWithFee(currency: string): Promise<string> {
  const formId = await service.newForm(owner.accountId, [
    { key: 'fee', label: 'Fee', kind: 'payment', required: true },
  ]);
  const stream = streamOf.form(formId);
  const { state, revision } = await service.deps.aggregates.load(form, stream);
  if (!state.exists) throw new Error(`no form ${formId}`);
  const fields = state.fields.map((field) => ({ ...field, default_value: { amount: 1250, currency } }));
  const event = { type: 'FormFieldsChanged' as const, data: { fields, at: '2026-03-01T12:00:00.000Z' } };
  const { accountId } = owner;
  const actor = { kind: 'system' as const, id: 'test' };
  const metadata = { accountId, actor, correlationId: 'c', causationId: 'c' };
  await service.log.append(stream, revision, [{ id: crypto.randomUUID(), event, metadata }]);
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
  return formId;
}

const submit = (form_id: string, answers: object) =>
  owner.api('POST', '/submissions', { body: { form_id, answers } });

// ISO 4217 has withdrawn HRK, and never had BTC.
for (const currency of ['HRK', 'BTC']) {
  const due = { amount: 1250, currency };

  test(`the API accepts the default in ${currency}, both omitted and sent`, async () => {
    const formId = await formWithFee(currency);
    for (const answers of [{}, { fee: due }]) {
      const made = await submit(formId, answers);
      assert.is(made.status, 201, made.text);
      assert.equal(made.at('answers.Fee'), due);
    }
    const other = await submit(formId, { fee: { amount: 1, currency } });
    assert.is(other.status, 400);
    assert.match(other.text, 'Must be a currency code of ISO 4217');
  });

  test(`the page accepts the default in ${currency} as shown`, async () => {
    const formId = await formWithFee(currency);
    const visit = openVisit(service);
    const page = await visit.get(`/f/${formId}`);
    const [, formToken = ''] = /name="formToken" value="([^"]+)"/.exec(page.text) ?? [];
    const valueOf = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(page.text)?.[1];
    assert.equal([valueOf('fee.amount'), valueOf('fee.currency')], ['12.50', currency]);
    const typed = { formToken, 'fee.amount': '12.50', 'fee.currency': currency };
    const other = await visit.post(`/f/${formId}`, { ...typed, 'fee.amount': '13.00' });
    assert.is(other.status, 422);
    assert.match(other.text, 'Must be a currency code of ISO 4217');
    const sent = await visit.post(`/f/${formId}`, typed);
    assert.is(sent.location, `/f/${formId}/thanks`, sent.text);
  });

  test(`an answer with the default in ${currency} can be paid`, async () => {
    const made = await submit(await formWithFee(currency), {});
    const body = { id: `pay_${currency}`, provider: 'bank', ...due, field_key: 'fee' };
    const paid = await service.admin('POST', `/submissions/${String(made.at('id'))}/payment`, { body });
    assert.is(paid.status, 200, paid.text);
  });
}

test.run();
