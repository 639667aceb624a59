import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LogUnavailable } from '../../../../log/log-errors.ts';
import { nameField, startService, type TestService } from '../../../support/service.ts';
import { signIn } from '../../../support/web.ts';
import { signatureOf, stripeEvent } from './stripe-events.ts';

const test = suite("the receiver for Stripe's webhooks");
let service: TestService;
let owner: Awaited<ReturnType<TestService['newAccount']>>;
let formId: string;
let address: string;
const secret = `whsec_${'a1B2'.repeat(8)}`;
const due = { amount: 1250, currency: 'EUR' };

test.before(async () => {
  service = await startService();
  owner = await service.newAccount();
  formId = await service.newForm(owner.accountId, [nameField, { key: 'fee', label: 'Fee', kind: 'payment' }]);
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  const set = await setSecret(secret);
  assert.is(set.status, 200, set.text);
});
test.after(() => service.close());

const setSecret = (signing_secret: string) =>
  owner.api('PUT', '/payment-providers/stripe', { body: { signing_secret } });

async function newSubmission(fee: object = due): Promise<string> {
  const made = await owner.api('POST', '/submissions', {
    body: { form_id: formId, answers: { name: 'Ada', fee } },
  });
  assert.is(made.status, 201, made.text);
  return String(made.at('id'));
}

let intents = 0;
/** An event about a payment intent of its own. */
const paidEvent = (submissionId: string, change: object = {}) =>
  stripeEvent(
    'payment-intent-succeeded',
    submissionId,
    { id: `pi_${++intents}`, ...change },
    { id: `evt_${intents}` },
  );

interface Sending {
  readonly secrets?: readonly string[];
  readonly account?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly at?: Date;
  /** Changes the body after it was signed. */
  readonly spoil?: (body: string) => string;
}

/** Sends an event as Stripe does, over a socket. */
async function send(
  event: unknown,
  { secrets = [secret], account = owner.accountId, headers = {}, at, spoil = (body) => body }: Sending = {},
) {
  const body = typeof event === 'string' ? event : JSON.stringify(event, null, 2);
  const response = await fetch(`${address}/hooks/stripe/${account}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureOf(body, secrets, at ?? service.deps.now()),
      ...headers,
    },
    body: spoil(body),
  });
  const text = await response.text();
  const { outcome, error } = JSON.parse(text) as { outcome?: string; error?: { code: string } };
  return { status: response.status, text, outcome: outcome ?? error?.code };
}

const eventsOf = async (stream: string) => {
  const events: { type: string; data: object }[] = [];
  for await (const { event } of service.log.readStream(stream)) events.push(event);
  return events;
};
const typesOf = async (id: string) => (await eventsOf(`submission-${id}`)).map(({ type }) => type);
const providerEvents = async () => (await eventsOf(`provider-${owner.accountId}-stripe`)).length;

test('a signed event pays the submission that it names, once', async () => {
  const id = await newSubmission();
  const event = paidEvent(id);
  for (let n = 0; n < 3; n++)
    assert.equal(await send(event), { status: 200, outcome: 'paid', ...textOf('paid') });
  assert.equal(await typesOf(id), ['SubmissionCreated', 'SubmissionPaymentCompleted']);
  await service.settled();
  const read = await owner.api('GET', `/submissions/${id}`);
  assert.equal(read.at('payment'), {
    id: event.data.object['id'],
    provider: 'stripe',
    ...due,
    status: 'succeeded',
    paid_at: '2026-03-01T12:00:00.000Z',
    field_key: 'fee',
  });
  const history = await service.admin('GET', `/submissions/${id}/history`);
  assert.equal(history.at('data.1.actor'), { kind: 'system', id: 'stripe' });
  assert.is(history.at('data.1.causation_id'), event.id);
});

const textOf = (outcome: string) => ({ text: JSON.stringify({ received: true, outcome }) });

test('a session and its payment intent are one payment, whichever event arrives first', async () => {
  for (const isSessionFirst of [true, false]) {
    const id = await newSubmission();
    const intent = paidEvent(id);
    const session = stripeEvent(
      'checkout-session-completed',
      id,
      { payment_intent: intent.data.object['id'] },
      { id: `${intent.id}_session`, created: 1772366407 },
    );
    const events = isSessionFirst ? [session, intent] : [intent, session];
    for (const event of events) assert.is((await send(event)).outcome, 'paid');
    assert.is((await typesOf(id)).length, 2);
  }
});

test('the amount is in the minor unit of ISO 4217', async () => {
  const id = await newSubmission({ amount: 500, currency: 'ISK' });
  assert.is((await send(paidEvent(id, { amount_received: 50_000, currency: 'isk' }))).outcome, 'paid');
});

test('an event that does not match is recorded with the submission, and answered 200', async () => {
  const id = await newSubmission();
  const wrong = paidEvent(id, { amount_received: 1 });
  for (let n = 0; n < 2; n++)
    assert.equal([(await send(wrong)).status, (await send(wrong)).outcome], [200, 'refused']);
  assert.equal(await typesOf(id), ['SubmissionCreated', 'SubmissionPaymentRefused']);
  const right = paidEvent(id);
  assert.is((await send(right)).outcome, 'paid');
  const other = await newSubmission();
  const again = paidEvent(other, { id: right.data.object['id'] });
  assert.is((await send(again)).outcome, 'refused');
  assert.equal(await typesOf(other), ['SubmissionCreated', 'SubmissionPaymentRefused']);
});

test('an event about no submission of the account is recorded with the account, and shown', async () => {
  const theirs = await service.newAccount();
  const theirForm = await service.newForm(theirs.accountId, [{ key: 'fee', label: 'Fee', kind: 'payment' }]);
  const made = await theirs.api('POST', '/submissions', {
    body: { form_id: theirForm, answers: { fee: due } },
  });
  const erased = await newSubmission();
  await service.admin('POST', `/submissions/${erased}/erase`);
  const unreadable = await newSubmission();
  const before = await providerEvents();
  const events = [
    paidEvent('Z'.repeat(20)),
    paidEvent(String(made.at('id'))),
    paidEvent('ada@example.com'),
    paidEvent(erased),
    paidEvent(unreadable, { amount_received: null }),
  ];
  for (const event of [...events, ...events])
    assert.equal([(await send(event)).status, (await send(event)).outcome], [200, 'unmatched']);
  assert.is((await providerEvents()) - before, events.length);
  const shown = (await owner.api('GET', '/payment-providers/stripe')).at('unmatched_events');
  assert.equal(
    (shown as { event_id: string; reason: string; submission_id: string | null }[])
      .slice(0, events.length)
      .map(({ event_id, reason, submission_id }) => [event_id, reason, submission_id])
      .reverse(),
    [
      [events[0]?.id, 'unknown_submission', 'Z'.repeat(20)],
      [events[1]?.id, 'unknown_submission', String(made.at('id'))],
      [events[2]?.id, 'unknown_submission', null],
      [events[3]?.id, 'erased', erased],
      [events[4]?.id, 'unreadable_payment', unreadable],
    ],
  );
  const visit = await signIn(service, service.operatorTokens[0] ?? '');
  const { text } = await visit.get(`/console/accounts/${owner.accountId}`);
  assert.match(text, events[0]?.id ?? '');
  assert.match(text, `https://forms.example/hooks/stripe/${owner.accountId}`);
});

test('other events are acknowledged and leave no trace', async () => {
  const id = await newSubmission();
  const before = await providerEvents();
  for (const event of [
    stripeEvent('charge-refunded', id),
    stripeEvent('checkout-session-completed', id, { payment_status: 'unpaid' }),
    paidEvent(id, { metadata: {} }),
    [],
    'null',
  ])
    assert.equal(await send(event), { status: 200, outcome: 'ignored', ...textOf('ignored') });
  assert.equal([await typesOf(id), await providerEvents()], [['SubmissionCreated'], before]);
});

test('without a valid signature the answer is 400, and nothing is recorded', async () => {
  const id = await newSubmission();
  const event = paidEvent(id);
  const before = await providerEvents();
  const now = service.deps.now().getTime();
  const wrong: Sending[] = [
    { secrets: ['whsec_another'] },
    { secrets: [] },
    { headers: { 'stripe-signature': '' } },
    { at: new Date(now - 302_000) },
    { at: new Date(now + 302_000) },
    { spoil: (body) => body.replace('1250', '1251') },
    { spoil: () => '' },
    { account: 'unknown' },
    { account: (await service.newAccount()).accountId },
  ];
  const texts = new Set<string>();
  for (const sending of wrong) {
    const answer = await send(event, sending);
    assert.equal([answer.status, answer.outcome], [400, 'invalid_signature'], JSON.stringify(sending));
    texts.add(answer.text.replace(/"request_id":"\w+"/, ''));
  }
  assert.is(texts.size, 1, 'an unknown account looks as a wrong signature does');
  assert.equal([await typesOf(id), await providerEvents()], [['SubmissionCreated'], before]);
  const metrics = await service.deps.metrics.getSingleMetricAsString('formlog_payment_events_total');
  assert.match(metrics, `outcome="invalid_signature"} ${wrong.length}`);
  assert.ok(service.lines.some((line) => line.includes('no valid signature')));
  assert.is((await send(event)).outcome, 'paid');
});

test('the signature covers the exact bytes of the body, and a body that is too large is refused', async () => {
  const id = await newSubmission();
  const event = paidEvent(id, { description: 'Zoë 😀' });
  const body = JSON.stringify(event).replace('"Zoë', '"Zo\\u00eb');
  assert.is((await send(`  ${body}\n`)).outcome, 'paid');
  const large = paidEvent(id, { description: 'x'.repeat(262_144) });
  assert.is((await send(large)).status, 413);
  assert.is((await send('{"not": json', {})).status, 400);
});

test('during a roll of the secret both sign, and a new secret replaces the former one at once', async () => {
  const rolled = `whsec_${'9z8Y'.repeat(8)}`;
  assert.is((await send(paidEvent(await newSubmission()), { secrets: [rolled, secret] })).outcome, 'paid');
  assert.is((await setSecret(rolled)).status, 200);
  const count = await providerEvents();
  assert.is((await setSecret(rolled)).status, 200);
  assert.is(await providerEvents(), count, 'the same secret changes nothing');
  assert.is((await send(paidEvent(await newSubmission()))).status, 400);
  assert.is((await send(paidEvent(await newSubmission()), { secrets: [secret, rolled] })).outcome, 'paid');
  assert.is((await setSecret(secret)).status, 200);
});

test('the secret is sealed, shown nowhere, and can be removed', async () => {
  const configured = (await eventsOf(`provider-${owner.accountId}-stripe`))[0];
  assert.not(JSON.stringify(configured).includes(secret));
  for (const client of [owner.api, service.admin]) {
    const path = client === owner.api ? '' : `/accounts/${owner.accountId}`;
    const read = await client('GET', `${path}/payment-providers/stripe`);
    assert.is(read.at('url'), `https://forms.example/hooks/stripe/${owner.accountId}`);
    assert.not(read.text.includes(secret));
  }
  assert.not(service.lines.join('').includes(secret));
  const visit = await signIn(service, service.operatorTokens[0] ?? '');
  const page = await visit.get(`/console/log/provider-${owner.accountId}-stripe/0`);
  assert.equal([page.status, page.text.includes('(sealed)')], [200, true]);
  const sealedAgain = `/accounts/${owner.accountId}/payment-providers/stripe/reencrypt-secret`;
  assert.is((await service.admin('POST', sealedAgain)).at('changed'), false);
  const removed = await visit.post(`/console/accounts/${owner.accountId}/stripe/remove`);
  assert.is(removed.status, 303, removed.text);
  assert.is((await send(paidEvent(await newSubmission()))).status, 400);
  assert.is((await service.admin('POST', sealedAgain)).at('changed'), false);
  await visit.get(`/console/accounts/${owner.accountId}`);
  const set = await visit.post(`/console/accounts/${owner.accountId}/stripe`, { signing_secret: secret });
  assert.is(set.status, 303, set.text);
  assert.is((await send(paidEvent(await newSubmission()))).outcome, 'paid');
});

test("a secret must have Stripe's format", async () => {
  for (const wrong of [
    '',
    'sk_live_a1B2c3D4e5F6g7H8i9',
    'whsec_short',
    `whsec_${'x'.repeat(201)}`,
    `whsec_ ${'x'.repeat(20)}`,
  ])
    assert.is((await setSecret(wrong)).at('error.code'), 'invalid_request', wrong);
});

test('an address that sends bad signatures is limited, and valid ones are not held up', async () => {
  const event = paidEvent(await newSubmission());
  const answers = [];
  for (let n = 0; n < 40; n++) answers.push((await send(event, { secrets: ['whsec_wrong'] })).status);
  assert.ok(answers.includes(429));
  assert.not(answers.some((status) => ![400, 429].includes(status)));
  assert.is((await send(event)).outcome, 'paid');
});

test('a lost store is 503, so that Stripe sends the event again', async () => {
  const event = paidEvent(await newSubmission());
  const append = service.log.append.bind(service.log);
  service.log.append = async () => {
    throw new LogUnavailable(new Error('the log is away'));
  };
  assert.is((await send(event)).status, 503);
  service.log.append = append;
  assert.is((await send(event)).outcome, 'paid');
});

test.run();
