import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { LogUnavailable } from '../../../log/log-errors.ts';
import type { Client, TestResponse } from '../../support/injected-requests.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('unknown outcomes');
let service: TestService;

test.before(async () => {
  service = await startService();
});
test.after(() => service.close());

/** Has the next append to a stream of that prefix take place, or not, and go without an answer in both cases. */
function loseNextAnswer(prefix: string, takesPlace: boolean): void {
  const { log } = service;
  const append = log.append.bind(log);
  log.append = async (stream, ...rest) => {
    if (!stream.startsWith(prefix)) return append(stream, ...rest);
    log.append = append;
    if (takesPlace) await append(stream, ...rest);
    throw new LogUnavailable(new Error('the answer was lost'));
  };
}

async function eventsOf(stream: string): Promise<string[]> {
  const types: string[] = [];
  for await (const { event } of service.log.readStream(stream)) types.push(event.type);
  return types;
}

/** Makes a request whose append goes without an answer, and makes it again. @returns the answer to the second */
async function repeated(
  prefix: string,
  takesPlace: boolean,
  request: () => Promise<TestResponse>,
): Promise<TestResponse> {
  loseNextAnswer(prefix, takesPlace);
  const unknown = await request();
  assert.equal([unknown.status, unknown.at('error.code')], [503, 'unavailable'], unknown.text);
  return request();
}

const title = 'Renamed';
const fields = [
  { key: 'name', label: 'Name', kind: 'short_text' },
  { key: 'more', label: 'More', kind: 'short_text' },
];

for (const takesPlace of [true, false]) {
  const what = takesPlace ? 'that took place' : 'that did not take place';

  test(`a change of a form ${what}, repeated without a response, has one effect and its response`, async () => {
    const { accountId, api } = await service.newAccount();
    const id = await service.newForm(accountId);
    const before = await eventsOf(`form-${id}`);
    const patches: readonly (readonly [Client, string, object])[] = [
      [api, '/forms', { id, title }],
      [service.admin, `/forms/${id}`, { fields }],
    ];
    for (const [index, [client, url, body]] of patches.entries()) {
      const revision = before.length - 1 + index;
      const headers = { 'idempotency-key': `${what} ${index}`, 'if-match': `"${revision}"` };
      const patch = () => client('PATCH', url, { body, headers });
      const second = await repeated('form-', takesPlace, patch);
      assert.equal([second.status, second.header('etag')], [200, `"${revision + 1}"`], second.text);
      assert.is((await eventsOf(`form-${id}`)).length, revision + 2);
      // Another change in between does not change the answer.
      const third = await patch();
      assert.equal([third.text, third.header('idempotency-replayed')], [second.text, 'true']);
    }
  });

  test(`a recovery ${what}, repeated without a response, is one recovery with its response`, async () => {
    const { accountId } = await service.newAccount();
    const headers = { 'idempotency-key': what };
    const body = { since: '2026-01-01T00:00:00Z' };
    const post = () => service.admin('POST', `/accounts/${accountId}/recoveries`, { body, headers });
    const ids = noted('recovery-');
    const second = await repeated('recovery-', takesPlace, post);
    assert.is(second.status, 202, second.text);
    assert.equal([...ids], [`recovery-${String(second.at('id'))}`]);
    assert.equal(await eventsOf(`recovery-${String(second.at('id'))}`), ['RecoveryRequested']);
  });

  test(`a destination, its secret, a key and an account ${what}, repeated without a response, are created once`, async () => {
    const { accountId } = await service.newAccount();
    const headers = { 'idempotency-key': what };
    const post = (url: string, body?: object) => () =>
      service.admin('POST', url, { ...(body && { body }), headers });
    const target = { label: 'CRM', url: 'https://crm.example/' };
    const shownOnce = (name: string) => (takesPlace ? [undefined, [name]] : ['string', undefined]);
    const shown = (answer: TestResponse, name: string) => [
      answer.at(name) === undefined ? undefined : typeof answer.at(name),
      answer.at('shown_once'),
    ];

    const added = await repeated(
      'destination-',
      takesPlace,
      post(`/accounts/${accountId}/destinations`, target),
    );
    assert.is(added.status, 201, added.text);
    assert.equal(shown(added, 'signing_secret'), shownOnce('signing_secret'), added.text);
    const stream = `destination-${String(added.at('id'))}`;
    assert.equal(await eventsOf(stream), ['DestinationConfigured']);

    const rotate = post(`/destinations/${String(added.at('id'))}/rotate-secret`);
    const rotated = await repeated('destination-', takesPlace, rotate);
    assert.equal(shown(rotated, 'signing_secret'), shownOnce('signing_secret'), rotated.text);
    assert.equal(await eventsOf(stream), ['DestinationConfigured', 'DestinationSecretRotated']);

    const keys = noted('apikey-');
    const issued = await repeated('apikey-', takesPlace, post(`/accounts/${accountId}/keys`, { name: 'x' }));
    assert.equal([issued.status, ...shown(issued, 'key')], [201, ...shownOnce('key')], issued.text);
    assert.equal([...keys], [`apikey-${String(issued.at('id'))}`]);

    const accounts = noted('account-');
    const opened = await repeated('account-', takesPlace, post('/accounts', { name: 'x', plan: 'pro' }));
    assert.is(opened.status, 201, opened.text);
    assert.equal([...accounts], [`account-${String(opened.at('id'))}`]);
  });

  test(`a form and a submission ${what}, repeated without a response, are created once`, async () => {
    const { accountId, api } = await service.newAccount();
    const headers = { 'idempotency-key': what };
    const form = { title: 'A form', fields: [fields[0]], status: 'published' };
    const made = await repeated('form-', takesPlace, () =>
      service.admin('POST', `/accounts/${accountId}/forms`, { body: form, headers }),
    );
    assert.is(made.status, 201, made.text);
    assert.equal(await eventsOf(`form-${String(made.at('id'))}`), ['FormCreated', 'FormPublished']);
    const submission = { form_id: made.at('id'), answers: { name: 'Ada' } };
    const submitted = await repeated('submission-', takesPlace, () =>
      api('POST', '/submissions', { body: submission, headers }),
    );
    assert.is(submitted.status, 201, submitted.text);
    assert.is((await eventsOf(`submission-${String(submitted.at('id'))}`)).length, 1);
  });
}

/** Notes the streams of a prefix to which this process appends from now on. */
function noted(prefix: string): ReadonlySet<string> {
  const streams = new Set<string>();
  const append = service.log.append.bind(service.log);
  service.log.append = (stream, ...rest) => {
    if (stream.startsWith(prefix)) streams.add(stream);
    return append(stream, ...rest);
  };
  return streams;
}

test('after an unknown outcome the key stays with its request', async () => {
  const { accountId, api } = await service.newAccount();
  const id = await service.newForm(accountId);
  const headers = { 'idempotency-key': 'bound' };
  loseNextAnswer('form-', true);
  assert.is((await api('PATCH', '/forms', { body: { id, title }, headers })).status, 503);
  const other = await api('PATCH', '/forms', { body: { id, title: 'Other' }, headers });
  assert.equal([other.status, other.at('error.code')], [422, 'idempotency_mismatch']);
  assert.is((await api('PATCH', '/forms', { body: { id, title }, headers })).at('title'), title);
});

test('the response to a repetition shows the state after the change, whatever followed', async () => {
  const { accountId, api } = await service.newAccount();
  const id = await service.newForm(accountId);
  const headers = { 'idempotency-key': 'as of' };
  loseNextAnswer('form-', true);
  assert.is((await api('PATCH', '/forms', { body: { id, title }, headers })).status, 503);
  assert.is((await api('PATCH', '/forms', { body: { id, title: 'Later' } })).status, 200);
  const again = await api('PATCH', '/forms', { body: { id, title }, headers });
  assert.equal([again.status, again.at('title')], [200, title]);
  assert.is((await service.admin('GET', `/forms/${id}/history`)).status, 200);
  assert.is((await eventsOf(`form-${id}`)).filter((type) => type === 'FormDetailsChanged').length, 2);
});

test('concurrent requests with one key wait for the first and get its response', async () => {
  const { accountId, api } = await service.newAccount();
  const id = await service.newForm(accountId);
  const events = (await eventsOf(`form-${id}`)).length;
  const headers = { 'idempotency-key': 'duplicates', 'if-match': `"${events - 1}"` };
  const patch = () => api('PATCH', '/forms', { body: { id, title }, headers });
  const answers = await Promise.all(Array.from({ length: 20 }, patch));
  assert.equal([...new Set(answers.map(({ status, text }) => `${status} ${text}`))].length, 1);
  assert.is(answers[0]?.status, 200, answers[0]?.text);
  assert.is(answers.filter((answer) => answer.header('idempotency-replayed') === 'true').length, 19);
  assert.is((await eventsOf(`form-${id}`)).length, events + 1);
});

test('a request that has waited too long for another with its key is refused with Retry-After', async () => {
  const patient = await startService({ http: { duplicateWaitMs: 1 } });
  const { log } = patient;
  const append = log.append.bind(log);
  let resume: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (resume = resolve));
  try {
    const { accountId, api } = await patient.newAccount();
    const formId = await patient.newForm(accountId);
    const reached = new Promise<void>((resolve) => {
      log.append = async (stream, ...rest) => {
        if (stream.startsWith('submission-')) {
          resolve();
          await held;
        }
        return append(stream, ...rest);
      };
    });
    const body = { form_id: formId, answers: { name: 'Ada' } };
    const submit = () => api('POST', '/submissions', { body, headers: { 'idempotency-key': 'slow' } });
    const first = submit();
    await reached;
    const second = await submit();
    assert.equal([second.status, second.at('error.code')], [409, 'idempotency_in_flight']);
    assert.is(second.header('retry-after'), '1');
    resume();
    assert.is((await first).status, 201);
  } finally {
    resume();
    await patient.close();
  }
});

test('a key is free after 24 hours, and the next request with it is carried out', async () => {
  const { accountId, api } = await service.newAccount();
  const id = await service.newForm(accountId);
  const headers = { 'idempotency-key': 'daily' };
  const rename = (to: string) => api('PATCH', '/forms', { body: { id, title: to }, headers });
  const recover = () =>
    service.admin('POST', `/accounts/${accountId}/recoveries`, {
      body: { since: '2026-01-01T00:00:00Z' },
      headers,
    });
  assert.is((await rename('Today')).status, 200);
  const recovery = (await recover()).at('id');
  service.clock.aheadMs += 24 * 3_600_000;
  const tomorrow = await rename('Tomorrow');
  assert.equal([tomorrow.status, tomorrow.at('title')], [200, 'Tomorrow'], tomorrow.text);
  assert.is.not((await recover()).at('id'), recovery);
});

test.run();
