import { readFileSync } from 'node:fs';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toApiError } from '../../../api/errors/to-api-error.ts';
import { earlierPayments } from '../../../api/payments/earlier-payments.ts';
import { Payment } from '../../../domain/submission/events.ts';
import { rootUrl } from '../../support/repository.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('payments that earlier releases recorded');
let service: TestService;
let owner: Awaited<ReturnType<TestService['newAccount']>>;
let formId: string;

/** What an earlier release recorded. It assigned no payment to a submission. */
const fixture = new URL('test/fixtures/events/SubmissionPaymentCompleted.v1.json', rootUrl);
const Recorded = Type.Object({ data: Type.Object({ payment: Payment, at: Type.String() }) });
const recorded = Value.Parse(Recorded, JSON.parse(readFileSync(fixture, 'utf8'))).data;
const { amount, currency } = recorded.payment;

test.before(async () => {
  service = await startService();
  owner = await service.newAccount();
  formId = await service.newForm(owner.accountId, [{ key: 'fee', label: 'Fee', kind: 'payment' }]);
});
test.after(() => service.close());

async function newSubmission(): Promise<string> {
  const body = { form_id: formId, answers: { fee: { amount, currency } } };
  const made = await owner.api('POST', '/submissions', { body });
  assert.is(made.status, 201, made.text);
  return String(made.at('id'));
}

/** Records a submission as paid, as earlier releases did. */
async function payAsBefore(submissionId: string, id: string): Promise<void> {
  const data = { ...recorded, payment: { ...recorded.payment, id } };
  const actor = { kind: 'system' as const, id: 'test' };
  const metadata = { accountId: owner.accountId, actor, correlationId: 'c', causationId: 'c' };
  const event = { type: 'SubmissionPaymentCompleted' as const, data };
  const appended = { id: crypto.randomUUID(), event, metadata };
  await service.log.append(`submission-${submissionId}`, 0, [appended]);
  service.note((await service.log.head()) ?? 0n);
  await service.settled();
}

const pay = (submissionId: string, id: string, change: object = {}) =>
  service.admin('POST', `/submissions/${submissionId}/payment`, {
    body: { id, provider: 'stripe', amount, currency, field_key: 'fee', ...change },
  });

const reasonOf = async (answer: ReturnType<typeof pay>) => {
  const { status, at } = await answer;
  return [status, at('error.details.reason')];
};

test('cannot pay another submission', async () => {
  const [paid, other] = [await newSubmission(), await newSubmission()];
  await payAsBefore(paid, 'pay_1');
  for (const provider of ['stripe', 'Stripe']) {
    const refused = await pay(other, 'pay_1', { provider });
    assert.is(refused.status, 409, refused.text);
    assert.is(refused.at('error.details.reason'), 'payment_used');
    assert.is(refused.at('error.details.submission_id'), paid);
  }
  assert.is((await pay(paid, 'pay_1')).status, 200, 'the same confirmation again');
  assert.equal(await reasonOf(pay(paid, 'pay_1', { amount: 1 })), [409, 'contradiction']);
  assert.equal(await reasonOf(pay(paid, 'pay_2')), [409, 'already_paid']);
  assert.is((await pay(other, 'pay_1', { provider: 'bank' })).status, 200, 'the id of another provider');
});

test('stay used after their submission was erased', async () => {
  const paid = await newSubmission();
  await payAsBefore(paid, 'pay_3');
  assert.is((await service.admin('POST', `/submissions/${paid}/erase`)).status, 200);
  await service.log.eraseStream(`submission-${paid}`);
  await service.settled();
  assert.equal(await reasonOf(pay(await newSubmission(), 'pay_3')), [409, 'payment_used']);
});

test('that paid two submissions stay with both', async () => {
  const [one, two] = [await newSubmission(), await newSubmission()];
  for (const id of [one, two]) await payAsBefore(id, 'pay_4');
  assert.equal(await reasonOf(pay(await newSubmission(), 'pay_4')), [409, 'payment_used']);
  for (const id of [one, two]) assert.is((await pay(id, 'pay_4')).status, 200);
});

test('of another account are different payments', async () => {
  await payAsBefore(await newSubmission(), 'pay_5');
  const other = await service.newAccount();
  const form = await service.newForm(other.accountId, [{ key: 'fee', label: 'Fee', kind: 'payment' }]);
  const body = { form_id: form, answers: { fee: { amount, currency } } };
  const made = await other.api('POST', '/submissions', { body });
  assert.is((await pay(String(made.at('id')), 'pay_5')).status, 200);
});

test('are unknown until the read model has reached the end of the log', async () => {
  const { log, queries } = service.deps;
  const refusal = async (progress: Parameters<typeof earlierPayments>[0]['progress']) => {
    try {
      await earlierPayments({ log, queries, progress })(owner.accountId, { id: 'pay_1', provider: 'stripe' });
      return null;
    } catch (error) {
      return toApiError(error).code;
    }
  };
  const asked: bigint[] = [];
  const waitFor = (isReached: boolean) => async (_: unknown, position: bigint) => {
    asked.push(position);
    return isReached;
  };
  const complete = async () => null;
  assert.is(await refusal({ untilComplete: async () => 40, waitFor: waitFor(true) }), 'read_model_behind');
  assert.is(await refusal({ untilComplete: complete, waitFor: waitFor(false) }), 'read_model_behind');
  assert.is(await refusal({ untilComplete: complete, waitFor: waitFor(true) }), null);
  assert.equal(asked, [await log.head(), await log.head()]);
});

test.run();
