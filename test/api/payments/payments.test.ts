import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openCommands } from '../../../commands/deps.ts';
import { completePayment } from '../../../commands/payment/complete-payment.ts';
import { openSecretBox } from '../../../commands/secret-box.ts';
import { LogUnavailable } from '../../../log/log-errors.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';
import { signIn } from '../../support/web.ts';

const test = suite('confirmed payments');
let service: TestService;
let owner: Awaited<ReturnType<TestService['newAccount']>>;
let formId: string;
const due = { amount: 1250, currency: 'EUR' };
const earlierPayments = async () => [];

test.before(async () => {
  service = await startService();
  owner = await service.newAccount();
  formId = await service.newForm(owner.accountId, [
    nameField,
    { key: 'fee', label: 'Fee', kind: 'payment' },
    { key: 'tip', label: 'Tip', kind: 'payment' },
  ]);
});
test.after(() => service.close());

async function newSubmission(answers: object = { fee: due }, form = formId): Promise<string> {
  const body = { form_id: form, answers: { name: 'Ada', ...answers } };
  const made = await owner.api('POST', '/submissions', { body });
  assert.is(made.status, 201, made.text);
  return String(made.at('id'));
}

let payments = 0;
const newPayment = (change: object = {}) => ({
  id: `pay_${++payments}`,
  provider: 'bank',
  ...due,
  field_key: 'fee',
  ...change,
});

const pay = (id: string, body: object, headers = {}) =>
  service.admin('POST', `/submissions/${id}/payment`, { body, headers });

async function eventsOf(stream: string) {
  const events: { type: string; data: object }[] = [];
  for await (const { event } of service.log.readStream(stream)) events.push(event);
  return events;
}

const typesOf = async (id: string) => (await eventsOf(`submission-${id}`)).map(({ type }) => type);

test('a matching payment completes the submission, and the event names the field by its id', async () => {
  const id = await newSubmission();
  const payment = newPayment({ paid_at: '2026-01-02T03:04:05+01:00' });
  const paid = await pay(id, payment);
  assert.is(paid.status, 200, paid.text);
  const expected = { ...payment, status: 'succeeded', paid_at: '2026-01-02T02:04:05.000Z' };
  assert.equal(JSON.parse(paid.text), expected);
  const [, recorded] = await eventsOf(`submission-${id}`);
  assert.match(JSON.stringify(recorded), /"fieldKey":"fee","fieldId":"\w{20}"/);
  await service.settled();
  assert.equal((await owner.api('GET', `/submissions/${id}`)).at('payment'), expected);
});

const misfits: readonly [reason: string, payment: object, answers?: object][] = [
  ['different_amount', { amount: 1 }],
  ['different_amount', { amount: 125_000 }],
  ['different_currency', { currency: 'JPY' }],
  ['unknown_field', { field_key: 'name' }],
  ['unknown_field', { field_key: 'nonsense' }],
  ['not_answered', { field_key: 'tip' }],
  ['not_answered', {}, {}],
];
for (const [reason, change, answers] of misfits)
  test(`a payment of ${JSON.stringify(change)} is refused, and the refusal is recorded: ${reason}`, async () => {
    const id = await newSubmission(answers);
    const payment = newPayment(change);
    const refused = await pay(id, payment);
    assert.is(refused.status, 409, refused.text);
    assert.is(refused.at('error.code'), 'payment_mismatch');
    assert.is(refused.at('error.details.reason'), reason);
    assert.is(refused.at('error.details.given.amount'), payment.amount);
    if (reason.startsWith('different')) {
      const { amount, currency } = Object(refused.at('error.details.expected')) as typeof due;
      assert.equal({ amount, currency }, due);
    }
    const history = await service.admin('GET', `/submissions/${id}/history`);
    assert.is(history.at('data.1.type'), 'SubmissionPaymentRefused');
    assert.is(history.at('data.1.data.reason'), reason);
    assert.is(history.at('data.1.data.payment.id'), payment.id);
    await service.settled();
    assert.is((await owner.api('GET', `/submissions/${id}`)).at('payment'), undefined);
  });

test('a form without a payment field cannot be paid', async () => {
  const form = await service.newForm(owner.accountId, [nameField]);
  const refused = await pay(await newSubmission({}, form), newPayment());
  assert.equal(
    [refused.status, refused.at('error.code'), refused.at('error.details.reason')],
    [409, 'payment_mismatch', 'no_payment_field'],
  );
});

test('a refused payment can be corrected, and repeated refusals are recorded once', async () => {
  const id = await newSubmission();
  const payment = newPayment();
  const headers = { 'idempotency-key': 'wrong at first' };
  for (let n = 0; n < 3; n++) assert.is((await pay(id, { ...payment, amount: 1 }, headers)).status, 409);
  assert.equal(await typesOf(id), ['SubmissionCreated', 'SubmissionPaymentRefused']);
  assert.is((await pay(id, payment, headers)).status, 200);
  assert.is((await pay(id, payment, headers)).header('idempotency-replayed'), 'true');
  assert.is((await typesOf(id)).length, 3);
});

test('refusals of a submission are recorded up to a limit', async () => {
  const id = await newSubmission();
  for (let n = 0; n < 25; n++) assert.is((await pay(id, newPayment({ amount: n }))).status, 409);
  assert.is((await typesOf(id)).length, 1 + 20);
});

test('a repeated confirmation is 200, a contradicting one 409', async () => {
  const id = await newSubmission();
  const untimed = newPayment();
  const payment = { ...untimed, paid_at: '2026-01-02T03:04:05Z' };
  const first = await pay(id, payment);
  for (const body of [payment, { ...payment, paid_at: '2026-01-02T04:04:05+01:00' }, untimed])
    assert.equal([(await pay(id, body)).text, (await typesOf(id)).length], [first.text, 2]);
  for (const change of [
    { amount: 1 },
    { currency: 'USD' },
    { field_key: 'tip' },
    { paid_at: '2026-01-03T03:04:05Z' },
  ]) {
    const refused = await pay(id, { ...payment, ...change });
    assert.equal([refused.status, refused.at('error.code')], [409, 'conflict'], refused.text);
    assert.is(refused.at('error.details.reason'), 'contradiction');
    assert.is(refused.at('error.details.expected.amount'), 1250);
  }
  assert.is((await typesOf(id)).length, 2 + 4);
});

test('a second payment of a submission is 409', async () => {
  const id = await newSubmission();
  assert.is((await pay(id, newPayment())).status, 200);
  const second = await pay(id, newPayment());
  assert.equal(
    [second.status, second.at('error.code'), second.at('error.details.reason')],
    [409, 'conflict', 'already_paid'],
  );
});

test('a payment pays one submission, whatever the case of its provider', async () => {
  const [one, other] = [await newSubmission(), await newSubmission()];
  const payment = newPayment();
  assert.is((await pay(one, payment)).status, 200);
  for (const provider of ['bank', 'Bank']) {
    const refused = await pay(other, { ...payment, provider });
    assert.equal([refused.status, refused.at('error.code')], [409, 'conflict']);
    assert.is(refused.at('error.details.reason'), 'payment_used');
    assert.is(refused.at('error.details.submission_id'), one);
  }
  assert.is((await pay(other, { ...payment, provider: 'another' })).status, 200);
});

for (const change of [
  { id: 'pay_1 ' },
  { id: ' ' },
  { id: 'pay\u200b_1' },
  { id: 'pay\n1' },
  { id: 'ｐａｙ_1' },
  { provider: 'bank ' },
  { provider: '\u200b' },
  { provider: 'ＢＡＮＫ' },
])
  test(`a payment named ${JSON.stringify(change)}, which looks like another, is refused`, async () => {
    const refused = await pay(await newSubmission(), newPayment(change));
    assert.equal([refused.status, refused.at('error.code')], [400, 'invalid_request']);
    assert.is(refused.at('error.details.0.path'), `/${Object.keys(change).join()}`);
    assert.match(String(refused.at('error.details.0.message')), /^Must have visible characters/);
  });

test('the names of a provider and a payment may have blanks and letters of every script', async () => {
  const payment = newPayment({ id: 'INV 2026/1-ä', provider: 'Наш банк' });
  const paid = await pay(await newSubmission(), payment);
  assert.is(paid.status, 200, paid.text);
  assert.is(paid.at('provider'), 'Наш банк');
});

test('a payment cannot have been made in the future', async () => {
  const payment = newPayment({ paid_at: new Date(Date.now() + 3_600_000).toISOString() });
  const refused = await pay(await newSubmission(), payment);
  assert.equal(
    [refused.status, refused.at('error.details.0.path'), refused.at('error.details.0.code')],
    [400, '/paid_at', 'out_of_range'],
  );
});

test('a payment of the same id in another account is another payment', async () => {
  const payment = newPayment();
  assert.is((await pay(await newSubmission(), payment)).status, 200);
  const other = await service.newAccount();
  const form = await service.newForm(other.accountId, [{ key: 'fee', label: 'Fee', kind: 'payment' }]);
  const made = await other.api('POST', '/submissions', { body: { form_id: form, answers: { fee: due } } });
  assert.is((await pay(String(made.at('id')), payment)).status, 200);
});

test('one payment that several processes confirm for several submissions pays one of them', async () => {
  const { log } = service;
  const { plans } = service.deps;
  const processes = Array.from({ length: 3 }, () =>
    openCommands({ log, plans, secrets: openSecretBox(Buffer.alloc(32)) }),
  );
  const context = {
    accountId: owner.accountId,
    actor: { kind: 'system', id: 'test' } as const,
    correlationId: 'c',
    causationId: 'c',
  };
  for (let round = 0; round < 5; round++) {
    const ids = await Promise.all(processes.map(() => newSubmission()));
    const { field_key: field, ...rest } = newPayment();
    const payment = { ...rest, field, paidAt: null };
    const results = await Promise.all(
      processes.map((deps, n) =>
        completePayment({ ...deps, earlierPayments }, { submissionId: ids[n] ?? '', payment }, context),
      ),
    );
    assert.is(results.filter(({ ok }) => ok).length, 1);
    const types = (await Promise.all(ids.map(typesOf))).flat();
    assert.is(types.filter((type) => type === 'SubmissionPaymentCompleted').length, 1);
  }
});

test('of several payments that processes confirm for one submission, one is recorded and the others stay usable', async () => {
  const { log } = service;
  const { plans } = service.deps;
  const context = {
    accountId: owner.accountId,
    actor: { kind: 'system', id: 'test' } as const,
    correlationId: 'c',
    causationId: 'c',
  };
  const submissionId = await newSubmission();
  const bodies = [newPayment(), newPayment(), newPayment()];
  const results = await Promise.all(
    bodies.map(({ field_key: field, ...rest }) =>
      completePayment(
        {
          ...openCommands({ log, plans, secrets: openSecretBox(Buffer.alloc(32)) }),
          earlierPayments,
        },
        { submissionId, payment: { ...rest, field, paidAt: null } },
        context,
      ),
    ),
  );
  assert.is(results.filter(({ ok }) => ok).length, 1);
  for (const [n, { ok }] of results.entries())
    assert.is((await pay(await newSubmission(), bodies[n] ?? {})).status, ok ? 409 : 200);
});

test('a payment that was assigned before a crash is completed by a repetition, and pays no other submission', async () => {
  const [one, other] = [await newSubmission(), await newSubmission()];
  const payment = newPayment();
  const append = service.log.append.bind(service.log);
  service.log.append = async (stream, ...rest) => {
    if (!stream.startsWith('submission-')) return append(stream, ...rest);
    service.log.append = append;
    throw new LogUnavailable(new Error('the process ends here'));
  };
  assert.is((await pay(one, payment)).status, 503);
  assert.equal(await typesOf(one), ['SubmissionCreated']);
  assert.is((await pay(other, payment)).at('error.details.reason'), 'payment_used');
  assert.is((await pay(one, payment)).status, 200);
  assert.equal(await typesOf(one), ['SubmissionCreated', 'SubmissionPaymentCompleted']);
});

test('a payment of an erased submission is 410, and the payment stays used', async () => {
  const [erased, unpaid] = [await newSubmission(), await newSubmission()];
  const payment = newPayment();
  assert.is((await pay(erased, payment)).status, 200);
  for (const id of [erased, unpaid])
    assert.is((await service.admin('POST', `/submissions/${id}/erase`)).status, 200);
  const refused = async (id: string, body: object) => {
    const answer = await pay(id, body);
    return [answer.status, answer.at('error.code')];
  };
  assert.equal(await refused(unpaid, newPayment()), [410, 'erased']);
  assert.equal(await refused(erased, payment), [410, 'erased']);
  const ofKey = async (id: string) =>
    (await owner.api('POST', `/submissions/${id}/payment`, { body: newPayment() })).status;
  assert.equal([await ofKey(unpaid), await ofKey(erased)], [404, 404]);
  for (const id of [erased, unpaid]) await service.log.eraseStream(`submission-${id}`);
  assert.equal([await ofKey(unpaid), await ofKey(erased)], [404, 404]);
  assert.equal(await refused(unpaid, newPayment()), [410, 'erased']);
  assert.equal(await refused(erased, payment), [410, 'erased']);
  assert.equal(await refused(await newSubmission(), payment), [409, 'conflict']);
});

test('a key with payments:write confirms payments of its account, and learns nothing of the answers', async () => {
  const keyWith = async (...scopes: string[]) => {
    const body = { name: 'x', scopes };
    const issued = await service.admin('POST', `/accounts/${owner.accountId}/keys`, { body });
    return service.withKey(String(issued.at('key')));
  };
  const path = `/submissions/${await newSubmission()}/payment`;
  const payment = newPayment();
  const reader = await keyWith('submissions:read', 'submissions:write');
  const lacking = await reader('POST', path, { body: payment });
  assert.equal([lacking.status, lacking.at('error.code')], [403, 'insufficient_scope']);
  assert.is(lacking.at('error.details.required_scope'), 'payments:write');
  const payer = await keyWith('payments:write');
  const wrong = { body: { ...payment, amount: 1 } };
  assert.equal((await payer('POST', path, wrong)).names('error.details'), ['reason', 'given']);
  const both = await keyWith('payments:write', 'submissions:read');
  assert.is((await both('POST', path, wrong)).at('error.details.expected.amount'), 1250);
  const paid = await payer('POST', path, { body: payment });
  assert.is(paid.status, 200, paid.text);
  const theirs = await service.newAccount();
  assert.is((await theirs.api('POST', path, { body: payment })).status, 404);
});

test('the console shows refused payments', async () => {
  const id = await newSubmission();
  await pay(id, newPayment({ id: 'pay_<b>', amount: 1 }));
  await service.settled();
  const browser = await signIn(service, service.operatorTokens[0] ?? '');
  const page = await browser.get(`/console/submissions/${id}`);
  assert.match(page.text, /Refused payments/);
  assert.match(page.text, /pay_&lt;b>/);
  assert.match(page.text, /The amount of the payment differs from the answer\./);
  const history = await browser.get(`/console/history/submission/${id}`);
  const words = history.text.replaceAll(/<[^>]*>/g, '');
  assert.match(
    words,
    'A payment of 0.01 EUR with bank was refused, because the amount differs from the answer.',
  );
  assert.match(history.text, /pay_&lt;b>/);
});

test.run();
