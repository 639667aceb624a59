import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openLogMembers } from '../../../coordination/log-members.ts';
import type { TestResponse } from '../../support/injected-requests.ts';
import { isObject, type Json, part } from '../../support/json-schema.ts';
import { type Ids, type Operation, operationsOf, placed, textOf } from '../../support/operations.ts';
import { newMemberIds } from '../../support/people.ts';
import { scheduledDelivery } from '../../support/scheduled-delivery.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('repeated requests');
let service: TestService;
let document: Json;

test.before(async () => {
  service = await startService({ settings: { SIGN_UP: 'invitation' } });
  document = JSON.parse((await service.inject({ method: 'GET', url: '/openapi.json' })).text) as Json;
});
test.after(() => service.close());

/** The key and the ids of an account with one thing of each kind. */
async function newWorld(): Promise<{ readonly key: string; readonly ids: Ids }> {
  const { accountId, api, key } = await service.newAccount();
  const fee = { key: 'fee', label: 'Fee', kind: 'payment' };
  const contacts = [
    { key: 'email', label: 'E-mail', kind: 'email' },
    { key: 'phone', label: 'Telephone', kind: 'phone' },
  ];
  const forms = await service.newForm(accountId, [...contacts, fee]);
  const idOf = async (url: string, body: object): Promise<string> =>
    String((await service.admin('POST', url, { body })).at('id'));
  const answers = { email: 'ada@example.com', fee: { amount: 1250, currency: 'EUR' } };
  const submitted = await api('POST', '/submissions', { body: { form_id: forms, answers } });
  const ofAccount = `/accounts/${accountId}`;
  const target = { label: 'x', url: 'https://example.com/hook' };
  const destinations = await idOf(`${ofAccount}/destinations`, target);
  const joined = await newMemberIds(service, accountId);
  await openLogMembers(service.store).recordSeen(['127.0.0.1:2113'], new Date());
  return {
    key,
    ids: {
      accounts: accountId,
      forms,
      destinations,
      projections: 'forms',
      members: '127.0.0.1:2113',
      submissions: String(submitted.at('id')),
      keys: await idOf(`${ofAccount}/keys`, { name: 'x' }),
      recoveries: await idOf(`${ofAccount}/recoveries`, { since: '2026-01-01T00:00:00Z' }),
      cancellations: await idOf(`${ofAccount}/cancellations`, { since: '2026-01-01T00:00:00Z' }),
      ...joined,
      people: joined.person,
      deliveries: await scheduledDelivery(service.deps.aggregates, accountId, destinations, forms),
    },
  };
}

const isChange = ({ method }: Operation): boolean => method !== 'GET';
/** There may be nothing to roll back, and there is no parked key whose event could be skipped. */
const mayBeRefused = ({ path }: Operation): boolean => /(rollback|skips)$/.test(path);
/** The API key of the account that it closes is refused from then on. */
const isEndOfItsKey = ({ path }: Operation): boolean => path.endsWith('/account/close');
/** Commands that find their repetitions in the log: their answers do not depend on MongoDB. */
const isFoundInLog = ({ name }: Operation): boolean => /^POST .*\/(forms|submissions)$/.test(name);

type Headers = Readonly<Record<string, string>>;

async function ask({ key, ids }: { key: string; ids: Ids }, operation: Operation, more: Headers, body: Json) {
  const { method, path } = operation;
  const by = path.startsWith('/api/admin/') ? (service.operatorTokens[0] ?? '') : key;
  return service.inject({
    method,
    url: placed(path, ids),
    headers: {
      authorization: `Bearer ${by}`,
      ...(body !== null && { 'content-type': 'application/json' }),
      ...more,
    },
    ...(body !== null && { payload: JSON.stringify(body) }),
  });
}

const headersOf = ({ header }: TestResponse) =>
  ['content-type', 'cache-control', 'etag', 'location', 'x-log-position'].map((name) => header(name));

/** An answer without the members that are shown once. */
function repeatable(text: string): string {
  const answer: unknown = text === '' ? null : JSON.parse(text);
  if (typeof answer !== 'object' || answer === null) return text;
  const { signing_secret, key, link, url, ...kept } = answer as Readonly<Record<string, unknown>>;
  // The URL of a destination is no secret, that of a console ticket is.
  const isTicket = String(url).includes('ticket=');
  const shown = Object.entries({ signing_secret, key, link, ...(isTicket && { url }) }).flatMap(
    ([name, value]) => (value === undefined ? [] : [name]),
  );
  if (shown.length === 0) return text;
  return JSON.stringify({ ...kept, ...(!isTicket && url !== undefined && { url }), shown_once: shown });
}

const sorted = (text: string): unknown => {
  const answer: unknown = text === '' ? null : JSON.parse(text);
  return typeof answer === 'object' && answer !== null
    ? Object.entries(answer).sort(([a], [b]) => (a < b ? -1 : 1))
    : answer;
};

/** Another request: each endpoint takes `If-Match` for a part of the request, and these their bodies alone. */
function another(operation: Operation): { readonly headers: Headers; readonly body: Json } {
  const { example } = operation;
  if (!isFoundInLog(operation)) return { headers: { 'if-match': '"99"' }, body: example };
  const other = { ...(isObject(example) ? example : {}) };
  if (typeof other['title'] === 'string') other['title'] += '!';
  else other['answers'] = { email: 'grace@example.com' };
  return { headers: {}, body: other };
}

test('every write that is repeated with its key has one effect and the same response', async () => {
  const world = await newWorld();
  const changes = operationsOf(document, world.ids).filter(isChange);
  assert.ok(changes.length > 45, `${changes.length}`);
  for (const operation of changes) {
    // What one of them ends, the others still have.
    const { name } = operation;
    const { key, ids } = await newWorld();
    const [own = operation] = operationsOf(document, ids).filter((one) => one.name === name);
    const headers = { 'idempotency-key': name };
    const first = await ask({ key, ids }, own, headers, own.example);
    const head = await service.log.head();
    const second = await ask({ key, ids }, own, headers, own.example);
    if (isEndOfItsKey(operation)) {
      assert.ok(first.status < 300, `${name}: ${first.text}`);
      assert.equal([second.status, second.at('error.code')], [401, 'revoked_key'], name);
      continue;
    }
    if (mayBeRefused(operation) && first.status === 409) {
      // A refused request frees its key: the second one is decided for itself.
      assert.is(second.header('idempotency-replayed'), undefined, name);
      continue;
    }
    assert.is(second.status, first.status, `${name}: ${first.text} ${second.text}`);
    assert.ok(first.status < 300, `${name}: ${first.text}`);
    assert.equal(
      [first.header('idempotency-replayed'), second.header('idempotency-replayed')],
      [undefined, 'true'],
      name,
    );
    assert.equal(sorted(second.text), sorted(repeatable(first.text)), name);
    assert.equal(headersOf(second), headersOf(first), name);
    assert.is(await service.log.head(), head, `${name} took place twice`);
    const other = another(own);
    const refused = await ask({ key, ids }, own, { ...headers, ...other.headers }, other.body);
    assert.equal(
      [refused.status, refused.at('error.code')],
      [422, 'idempotency_mismatch'],
      `${name}: ${refused.text}`,
    );
    if (first.header('x-log-position') === undefined) continue;
    const again = await askedWithoutReplies({ key, ids }, own, headers);
    assert.equal([again.status, again.at('id')], [first.status, first.at('id')], `${name}: ${again.text}`);
    assert.is(await service.log.head(), head, `${name} took place again, once its answer was lost`);
  }
});

/** Asks again after MongoDB has lost the answer: the log still shows that the request took place. */
async function askedWithoutReplies(world: { key: string; ids: Ids }, operation: Operation, headers: Headers) {
  await service.store.named('_replies').deleteMany({});
  return ask(world, operation, headers, operation.example);
}

test('every write takes an Idempotency-Key and documents its conflicts', () => {
  for (const { name, method, parameters, responses } of operationsOf(document, {})) {
    const takes = parameters.some((parameter) => part(parameter, 'name') === 'Idempotency-Key');
    assert.is(takes, method !== 'GET', name);
    if (!takes) continue;
    for (const [status, code] of [
      ['409', 'idempotency_in_flight'],
      ['422', 'idempotency_mismatch'],
    ] as const)
      assert.ok(textOf(part(responses, status, 'description')).includes(code), `${name}: ${code}`);
    for (const [status, response] of Object.entries(Object(responses) as Record<string, Json>))
      if (status.startsWith('2')) assert.ok(part(response, 'headers', 'Idempotency-Replayed') !== null, name);
  }
});

test('a key must be one header of 1 to 255 printable characters', async () => {
  const { accountId } = await service.newAccount();
  for (const key of ['', 'x'.repeat(256), 'ü']) {
    const body = { label: 'x', url: 'https://example.com/hook' };
    const refused = await service.admin('POST', `/accounts/${accountId}/destinations`, {
      body,
      headers: { 'idempotency-key': key },
    });
    assert.equal([refused.status, refused.at('error.code')], [400, 'invalid_request'], key);
    assert.match(refused.text, /1 to 255 printable ASCII characters/);
  }
});

test('secrets that are shown once are not stored', async () => {
  const { accountId } = await service.newAccount();
  const url = `/accounts/${accountId}`;
  const headers = { 'idempotency-key': 'secrets' };
  const target = { label: 'x', url: 'https://example.com/hook' };
  const added = await service.admin('POST', `${url}/destinations`, { body: target, headers });
  const rotated = await service.admin('POST', `/destinations/${String(added.at('id'))}/rotate-secret`, {
    headers,
  });
  const issued = await service.admin('POST', `${url}/keys`, { body: { name: 'x' }, headers });
  const ticket = await service.admin('POST', '/console-tickets', { headers });
  const stored = JSON.stringify(await service.store.named('_replies').find({}).toArray());
  for (const secret of [
    added.at('signing_secret'),
    rotated.at('signing_secret'),
    issued.at('key'),
    ticket.at('url'),
  ]) {
    assert.type(secret, 'string');
    assert.not(stored.includes(String(secret)));
  }
});

test('the same key names another request for another resource, endpoint, operator or account', async () => {
  const [mine, theirs] = [await service.newAccount(), await service.newAccount()];
  const headers = { 'idempotency-key': 'shared' };
  const ids = new Set<unknown>();
  for (const { api } of [mine, theirs]) {
    const body = { label: 'x', url: 'https://example.com/hook' };
    const added = await api('POST', '/destinations', { body, headers });
    assert.is(added.status, 201, added.text);
    ids.add(added.at('id'));
  }
  assert.is(ids.size, 2);
  for (const id of ids)
    for (const action of ['ping', 'disable', 'enable']) {
      const done = await service.admin('POST', `/destinations/${String(id)}/${action}`, { headers });
      assert.equal([done.status < 300, done.header('idempotency-replayed')], [true, undefined], done.text);
    }
});

test.run();
