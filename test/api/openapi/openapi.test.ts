import { existsSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { submissionBytes } from '../../../api/http/body-limits.ts';
import type { TestResponse } from '../../support/injected-requests.ts';
import {
  closed,
  isArray,
  isObject,
  type Json,
  openChecker,
  part,
  variations,
} from '../../support/json-schema.ts';
import { newOperationIds } from '../../support/operation-ids.ts';
import { type Ids, type Operation, operationsOf, placed, textOf } from '../../support/operations.ts';
import { startService, type TestService } from '../../support/service.ts';

const test = suite('OpenAPI');
const checker = openChecker();
let service: TestService;
let document: Json;
let key: string;
/** What stands for the ids of the document's examples and paths. */
let ids: Ids;
/** The same for the public API: what one API ends, the other still has. */
let ownIds: Ids;

/** Each schema is compiled once. */
let known: readonly Operation[] | undefined;
const operations = () => (known ??= operationsOf(document, ids));
const urlOf = ({ path }: Operation): string => placed(path, path.startsWith('/api/admin/') ? ids : ownIds);

const authOf = ({ path }: Operation): Record<string, string> => ({
  authorization: `Bearer ${path.startsWith('/api/admin/') ? (service.operatorTokens[0] ?? '') : key}`,
});

const send = (
  operation: Operation,
  url: string,
  body?: Json,
  headers = authOf(operation),
): Promise<TestResponse> =>
  service.inject({
    method: operation.method,
    url,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });

const mediaOf = (described: Json): string[] => {
  const content = part(described, 'content');
  return isObject(content) ? Object.keys(content) : [];
};

/** The statuses that each operation was seen to answer. */
const seen = new Map<string, Set<string>>();

/** Whatever is answered has a documented status, the shape of that status and its headers. */
function assertDocumented({ name, responses }: Operation, answer: TestResponse, about: string): void {
  seen.set(name, (seen.get(name) ?? new Set()).add(String(answer.status)));
  const described = part(responses, String(answer.status));
  assert.ok(isObject(described), `${name}: status ${answer.status} is not documented, for ${about}`);
  const schema = part(described, 'content', 'application/json', 'schema');
  const media = (answer.header('content-type') ?? '').split(';')[0] ?? '';
  if (media !== 'application/json' && answer.text !== '')
    assert.ok(
      mediaOf(described).some((type) => type.startsWith(media)),
      `${name}: ${media} is not documented`,
    );
  else if (schema === null) assert.is(answer.text, '');
  else
    assert.is(
      checker.fault(closed(schema), JSON.parse(answer.text)),
      null,
      `${name} ${answer.text}, for ${about}`,
    );
  for (const header of [
    'x-request-id',
    'x-ratelimit-limit',
    'x-ratelimit-remaining',
    'x-ratelimit-reset',
    'ratelimit',
  ])
    assert.ok(answer.header(header), `${name}: no ${header}`);
  if (answer.status < 300) return;
  const retry = part(described, 'headers', 'Retry-After');
  // Of what can end in 409 only a request that is in flight may come again.
  if (retry !== null && answer.status !== 409) assert.ok(answer.header('retry-after'), name);
  if (answer.header('retry-after')) assert.not.equal(retry, null, `${name}: Retry-After is not documented`);
}

let limitedKeys: readonly string[];

test.before(async () => {
  service = await startService({ settings: { SIGN_UP: 'invitation' } });
  const account = await service.newAccount();
  ({ key } = account);
  ids = await newOperationIds(service, account);
  ownIds = await newOperationIds(service, account);
  const keyWith = async (scope: string): Promise<string> => {
    const body = { name: scope, scopes: [scope] };
    return String((await service.admin('POST', `/accounts/${account.accountId}/keys`, { body })).at('key'));
  };
  limitedKeys = [await keyWith('forms:read'), await keyWith('webhooks:read')];
  await service.settled();
  document = JSON.parse((await service.inject({ method: 'GET', url: '/openapi.json' })).text) as Json;
});
test.after(() => service.close());

test('the document passes the recommended rules of Redocly without a warning', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  assert.equal(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    [],
  );
});

test('every operation has a summary, a description and a tag that is described', () => {
  const tagList = part(document, 'tags');
  const names = isArray(tagList) ? tagList.map((tag) => part(tag, 'name')) : [];
  for (const { name, described } of operations()) {
    for (const member of ['summary', 'description'])
      assert.is.not(textOf(part(described, member)), '', `${name}: ${member}`);
    const tags = part(described, 'tags');
    assert.ok(isArray(tags) && tags.length === 1 && names.includes(tags[0] ?? null), name);
  }
});

test('every response is described in words, and each example has a name that says what it shows', () => {
  const text = JSON.stringify(document);
  assert.not.match(text, 'Default Response');
  assert.not.match(text, /"example\d"/);
  for (const { name, responses } of operations())
    for (const [status, response] of Object.entries(Object(responses) as Record<string, Json>))
      assert.is.not(textOf(part(response, 'description')), '', `${name} ${status}`);
});

test('a response that is a list or a resource names both schemas, and each can be read alone', () => {
  const several = operations().filter(({ responses }) =>
    part(responses, '200', 'content', 'application/json', 'schema', 'oneOf'),
  );
  assert.ok(several.length > 0);
  for (const { name, responses } of several) {
    const examples = part(responses, '200', 'content', 'application/json', 'examples');
    assert.equal(Object.keys(isObject(examples) ? examples : {}), ['page', 'single'], name);
  }
  const names = operations().map(({ name }) => name);
  for (const path of [
    'public/v1/forms/{id}',
    'public/v1/submissions/{id}',
    'admin/v1/keys/{id}',
    'admin/v1/forms/{id}',
  ])
    assert.ok(names.includes(`GET /api/${path}`), path);
});

test('every example fits its schema', () => {
  for (const { name, bodySchema, example, responses } of operations()) {
    if (bodySchema !== null) assert.is(checker.fault(bodySchema, example), null, `${name}: body`);
    for (const [status, response] of Object.entries(Object(responses) as Record<string, Json>)) {
      const media = part(response, 'content', 'application/json');
      const several = Object.values(Object(part(media, 'examples')) as Record<string, Json>).map((one) =>
        part(one, 'value'),
      );
      const one = part(media, 'example');
      const shown = one === null ? several : [one];
      if (media !== null) assert.ok(shown.length > 0, `${name} ${status} has no example`);
      for (const value of shown)
        assert.is(checker.fault(closed(part(media, 'schema')), value), null, `${name}: ${status}`);
    }
  }
});

/** What takes away what the others ask for. */
const isEnd = ({ method, path }: Operation): boolean =>
  method === 'DELETE' || /(revoke|disable|erase|erasure|close|closing)$/.test(path);
/** What there is nothing to do for. */
const isForTrouble = ({ path }: Operation): boolean => /(rollback|skips)$/.test(path);

async function tryExample(operation: Operation): Promise<void> {
  const answer = await send(operation, urlOf(operation), operation.example ?? undefined);
  assert.ok(answer.status < 300, `${operation.name}: ${answer.text}`);
  assertDocumented(operation, answer, 'its example');
}

test('the examples are answered as described', async () => {
  for (const operation of operations())
    if (!isEnd(operation) && !isForTrouble(operation)) await tryExample(operation);
});

test('every object in the paths has a name, and equal objects share it', () => {
  const nameless: string[] = [];
  const look = (value: Json, path: string): void => {
    if (isArray(value)) value.forEach((item, index) => look(item, `${path}/${index}`));
    if (!isObject(value)) return;
    if (value['type'] === 'object' && value['properties'] !== undefined) nameless.push(path);
    for (const [name, member] of Object.entries(value))
      if (!name.startsWith('example')) look(member, `${path}/${name}`);
  };
  look(part(document, 'paths'), 'paths');
  look(part(document, 'webhooks'), 'webhooks');
  look(part(document, 'components', 'responses'), 'responses');
  assert.equal(nameless, []);
  const schemas = part(document, 'components', 'schemas');
  for (const name of ['Form', 'Submission', 'Delivery', 'Destination', 'Error'])
    assert.ok(isObject(part(schemas, name)), name);
  const texts = Object.values(isObject(schemas) ? schemas : {}).map((schema) => JSON.stringify(schema));
  assert.is(new Set(texts).size, texts.length);
});

test('a body that breaks its schema in any way is refused, any other is answered as described', async () => {
  let broken = 0;
  for (const operation of operations()) {
    if (operation.bodySchema === null) continue;
    for (const body of variations(operation.example)) {
      const answer = await send(operation, urlOf(operation), body);
      const about = JSON.stringify(body).slice(0, 200);
      assertDocumented(operation, answer, about);
      const fault = checker.fault(operation.bodySchema, body);
      if (fault === null) continue;
      broken += 1;
      assert.is(answer.status, 400, `${operation.name} took ${about}, and yet ${fault}`);
    }
  }
  assert.ok(broken > 200, `${broken} were broken`);
});

test('a parameter that breaks its schema is refused, any other is answered as described', async () => {
  const texts = [
    '',
    '0',
    '1',
    '-1',
    '200',
    '1.5',
    '1e9',
    'x',
    'true',
    'published',
    'pending',
    'draft',
    '2026-01-01T00:00:00Z',
    'x'.repeat(2_000),
  ];
  for (const operation of operations()) {
    if (operation.method !== 'GET') continue;
    for (const parameter of operation.parameters) {
      const name = textOf(part(parameter, 'name'));
      if (part(parameter, 'in') !== 'query') continue;
      for (const text of texts) {
        const answer = await send(operation, `${urlOf(operation)}?${name}=${encodeURIComponent(text)}`);
        assertDocumented(operation, answer, `${name}=${text.slice(0, 50)}`);
        if (!checker.allowsText(part(parameter, 'schema'), text))
          assert.is(answer.status, 400, `${operation.name} took ${name}=${text.slice(0, 50)}`);
      }
    }
    const unknown = await send(operation, `${urlOf(operation)}?unknown=1`);
    if (operation.parameters.some((parameter) => part(parameter, 'in') === 'query'))
      assert.is(unknown.status, 400, operation.name);
  }
});

test('every operation answers as described: no key, no permission, unknown resource, wrong type, unreachable position', async () => {
  for (const operation of operations()) {
    const url = urlOf(operation);
    const { example, method, name } = operation;
    const expect = async (about: string, answer: TestResponse, status: number) => {
      assert.is(answer.status, status, `${name}, ${about}: ${answer.text}`);
      assertDocumented(operation, answer, about);
    };
    await expect('no key', await send(operation, url, undefined, {}), 401);
    await expect('a wrong key', await send(operation, url, undefined, { authorization: 'Bearer x' }), 401);
    service.clock.aheadMs += 61_000;
    await expect('a long query', await send(operation, `${url}?x=${'x'.repeat(9_000)}`), 414);
    if (url.startsWith('/api/public/'))
      for (const limited of limitedKeys) {
        const answer = await send(operation, url, undefined, { authorization: `Bearer ${limited}` });
        if (answer.status === 403) assertDocumented(operation, answer, 'a key without the scope');
      }
    if (url !== operation.path)
      await expect(
        'nothing',
        await send(operation, operation.path.replace('{id}', 'none'), example ?? undefined),
        404,
      );
    if (operation.method === 'GET')
      await expect(
        'later',
        await send(operation, url, undefined, { ...authOf(operation), 'x-read-after': 'x' }),
        400,
      );
    else {
      const headers = { ...authOf(operation), 'content-type': 'text/plain' };
      const large = { ...headers, 'content-type': 'application/json' };
      const payload = JSON.stringify({
        id: 'x'.repeat(takesSubmissions(method, url) ? submissionBytes : 1_000_000),
      });
      await expect('a large body', await service.inject({ method, url, headers: large, payload }), 413);
      await expect('text', await service.inject({ method, url, headers, payload: 'x' }), 415);
      await expect(
        'broken',
        await service.inject({
          method,
          url,
          headers: { ...headers, 'content-type': 'application/json' },
          payload: '{',
        }),
        400,
      );
      const [, auditor = ''] = service.operatorTokens;
      // Every operator may open the console, whose pages know the roles.
      if (url.startsWith('/api/admin/') && !url.endsWith('/console-tickets'))
        await expect(
          'a reader',
          await send(operation, url, undefined, { authorization: `Bearer ${auditor}` }),
          403,
        );
    }
  }
});

/** Whether a body may be as large as the answers of a submission. */
const takesSubmissions = (method: string, url: string): boolean =>
  /\/(?:submissions|imports)$/.test(url) || (method === 'PATCH' && /\/submissions\/\w+$/.test(url));

test('a body that names an unknown resource is answered as described', async () => {
  const [since, destination_id] = ['2026-01-01T00:00:00Z', 'nosuch'];
  const bodies: readonly (readonly [path: RegExp, body: Json])[] = [
    [/\/(recoveries|cancellations)$/, { since, destination_id }],
    [/\/destinations$/, { label: 'x', url: 'https://example.com/', form_id: 'nosuch' }],
  ];
  for (const [path, body] of bodies)
    for (const operation of operations())
      if (operation.method === 'POST' && path.test(operation.path)) {
        const answer = await send(operation, urlOf(operation), body);
        assert.is(answer.status, 404, `${operation.name}: ${answer.text}`);
        assertDocumented(operation, answer, 'another that does not exist');
      }
});

test('the conflicts of an Idempotency-Key are described wherever it is accepted', () => {
  const once = operations().filter(({ parameters }) =>
    parameters.some((parameter) => part(parameter, 'name') === 'Idempotency-Key'),
  );
  assert.ok(once.length > 0);
  for (const { name, responses } of once) {
    assert.match(textOf(part(responses, '422', 'description')), 'idempotency_mismatch', name);
    const isHeld = textOf(part(responses, '409', 'description')).includes('idempotency_in_flight');
    assert.is(part(responses, '409', 'headers', 'Retry-After') !== null, isHeld, name);
  }
});

test('the examples of operations that end or remove a resource are answered as described', async () => {
  const closes = ({ path }: Operation): boolean => /\/clos(e|ing)$/.test(path);
  // A key closes its account while it is still accepted; operators repeat the closing.
  const closingOrder = (one: Operation): number => (one.path.includes('/public/') ? 2 : 3);
  const removes = (one: Operation): number =>
    Number(one.method === 'DELETE') + (closes(one) ? closingOrder(one) : 0);
  const ends = operations()
    .filter(isEnd)
    .sort(
      (one, other) =>
        removes(one) - removes(other) ||
        // A part of a resource goes before the resource.
        (one.method === 'DELETE' ? other.path.length - one.path.length : 0),
    );
  assert.ok(ends.some(({ path }) => path.endsWith('/erase')));
  // Others use what these take away: last of all.
  for (const operation of ends) {
    await tryExample(operation);
    // What was erased is asked for next.
    await service.settled();
  }
});

/** The statuses that any operation may answer, and the tests that show them: they arise before or around the route. */
const ofEveryOperation: Readonly<Record<string, string>> = {
  408: 'test/api/http/slow-clients.test.ts',
  413: 'test/api/http/large-requests.test.ts',
  429: 'test/api/limits',
  500: 'test/api/http/errors.test.ts',
  503: 'test/api/http/outages.test.ts',
};
/** What the state of a resource refuses, and the tests that bring that state about. */
const shownElsewhere: readonly (readonly [operations: RegExp, file: string])[] = [
  [/\/(members\/{person}|invitations) 409$/, 'test/api/admin/members.test.ts'],
  [/^PATCH .*\/forms(\/{id})? (409|412)$/, 'test/api/public/forms.test.ts'],
  [/^PATCH .*\/submissions\/{id} (409|412)$/, 'test/api/public/partial-submissions.test.ts'],
  [/^GET .*\/accounts\/{id}\/export 409$/, 'test/api/admin/account-export.test.ts'],
  [/^POST .*\/forms 409$/, 'test/api/public/forms.test.ts'],
  [/^POST .*\/submissions 409$/, 'test/api/public/submissions.test.ts'],
  [/^POST .*\/submissions 410$/, 'test/api/admin/erasure.test.ts'],
  [/ 410$/, 'test/api/admin/erasing.test.ts'],
  [/\/deliveries\/{id}\/(replay|cancel) 409$/, 'test/api/admin/cancellations.test.ts'],
  [/\/(recoveries|recoverable|cancellations)\b.* 409$/, 'test/api/admin/recoveries.test.ts'],
  [/\/submissions\/{id}\/payment 409$/, 'test/api/payments/payments.test.ts'],
  [/^POST .*\/accounts 409$/, 'test/api/admin/admin.test.ts'],
  [/\/reencrypt-secret 409$/, 'test/api/admin/destinations.test.ts'],
  [/\/projections\/{id}\/\w+ 409$/, 'test/api/admin/projections.test.ts'],
  [/\/content (416|422)$/, 'test/api/files/files.test.ts'],
  [/\/people\/{id}\/erase 409$/, 'test/web/console/people/erasure.test.ts'],
  [/\/sign-up-invitations 409$/, 'test/web/console/people/sign-up.test.ts'],
  [/\/imports 409$/, 'test/api/admin/imports.test.ts'],
];

/** Whether the codes that a status may have are those of repeated requests alone, which test/api/requests/repeats.test.ts shows. */
const isOfRepeats = (response: Json): boolean =>
  [...textOf(part(response, 'description')).matchAll(/`(\w+)`:/g)].every(([, code]) =>
    ['idempotency_in_flight', 'idempotency_mismatch'].includes(code ?? ''),
  );

test('every documented status was seen in these tests, or names the test that shows it', () => {
  const missing = operations().flatMap(({ name, responses }) =>
    Object.entries(Object(responses) as Record<string, Json>).flatMap(([status, response]) =>
      seen.get(name)?.has(status) ||
      status in ofEveryOperation ||
      isOfRepeats(response) ||
      shownElsewhere.some(([which, file]) => which.test(`${name} ${status}`) && existsSync(file))
        ? []
        : [`${name} ${status}: ${textOf(part(response, 'description')).slice(0, 120)}`],
    ),
  );
  assert.equal(missing, []);
});

test.run();
