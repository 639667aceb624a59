import { randomBytes } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSecretBox } from '../../../commands/secret-box.ts';
import { destination } from '../../../domain/destination/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { TestResponse } from '../../support/injected-requests.ts';
import { nameField, startService, type TestService } from '../../support/service.ts';

const test = suite('admin API: destinations');
const url = 'https://crm.example/hooks';
const keys = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
let service: TestService;

test.before(async () => {
  service = await startService({ settings: { MASTER_KEY: keys[1], PREVIOUS_MASTER_KEYS: [keys[0]] } });
});
test.after(() => service.close());

async function newDestination(body: object = {}, accountId?: string) {
  const account = accountId ?? (await service.newAccount()).accountId;
  const made = await service.admin('POST', `/accounts/${account}/destinations`, {
    body: { label: 'CRM', url, ...body },
  });
  assert.is(made.status, 201, made.text);
  return { accountId: account, id: String(made.at('id')), secret: String(made.at('signing_secret')) };
}

const readBack = (write: TestResponse, path: string) =>
  service.admin('GET', path, { headers: { 'x-read-after': write.header('x-log-position') ?? '' } });

async function stateOf(id: string) {
  const { state } = await service.deps.aggregates.load(destination, streamOf.destination(id));
  if (!state.exists) throw new Error('it is not there');
  return state;
}

const filled = ({ text }: TestResponse) => JSON.parse(text) as object;

test('the plan limits destinations exactly, even for concurrent requests, and their text is limited', async () => {
  const { accountId } = await service.newAccount('free');
  const { id } = await newDestination({}, accountId);
  const path = `/accounts/${accountId}/destinations`;
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => service.admin('POST', path, { body: { label: 'CRM', url } })),
  );
  assert.is(answers.filter(({ status }) => status === 201).length, 4);
  for (const refused of answers.filter(({ status }) => status !== 201)) {
    assert.equal([refused.status, refused.at('error.code')], [403, 'plan_limit_reached']);
    assert.is(refused.at('error.message'), 'The account may have 5 destinations and has 5.');
    assert.equal(refused.at('error.details'), { limit: 5, current: 5 });
  }
  const { at } = await service.admin('GET', `/accounts/${accountId}`);
  assert.equal(at('usage'), {
    submissions_this_month: { used: 0, limit: 100 },
    started_submissions_this_month: { used: 0, limit: 1_000 },
    published_forms: { used: 0, limit: 3 },
    destinations: { used: 5, limit: 5 },
    file_bytes: { used: 0, limit: 100_000_000 },
  });
  await service.admin('DELETE', `/destinations/${id}`);
  const included_questions = Array.from({ length: 33 }, (_, n) => String(n).padEnd(1_000, 'x'));
  const large = await service.admin('POST', path, { body: { label: 'CRM', url, included_questions } });
  assert.equal([large.status, large.at('error.details.0.code')], [400, 'too_long']);
  assert.is((await service.admin('POST', path, { body: { label: 'CRM', url } })).status, 201);
});

test('the response to a change and the read model show the changed destination', async () => {
  const { accountId, id } = await newDestination();
  const formId = await service.newForm(accountId, [nameField]);
  const body = {
    label: 'CRM 2',
    url: `${url}/2`,
    events: ['form.published'],
    form_id: formId,
    signature: 'sha256',
    included_questions: ['Name'],
    concurrency: 3,
    rate_per_second: 0.5,
  };
  const changed = await service.admin('PATCH', `/destinations/${id}`, { body });
  assert.is(changed.status, 200, changed.text);
  const form = await service.admin('GET', `/forms/${formId}`);
  const included_fields = [{ id: form.at('fields.0.id'), form_id: formId, label: 'Name' }];
  const after = { id, ...body, included_fields, warnings: [], enabled: true };
  const none = { disabled_because: null, disabled_since: null, previous_secret_until: null };
  assert.equal(JSON.parse(changed.text), { ...after, ...none });
  const read = await readBack(changed, `/destinations/${id}`);
  const { created_at, updated_at, ...shown } = JSON.parse(read.text) as Record<string, unknown>;
  assert.equal(shown, { ...after, ...none });
  assert.ok(String(updated_at) > String(created_at));
  const back = await service.admin('PATCH', `/destinations/${id}`, {
    body: { form_id: null, rate_per_second: null },
  });
  assert.equal([back.at('form_id'), back.at('rate_per_second'), back.at('concurrency')], [null, null, 3]);
});

test('every invalid change is named in one response', async () => {
  const { accountId, id } = await newDestination();
  const path = `/destinations/${id}`;
  for (const body of [{}, { enabled: false }, { concurrency: 65 }, { events: [] }, { signing_secret: 'x' }])
    assert.is((await service.admin('PATCH', path, { body })).status, 400, JSON.stringify(body));
  const form_id = await service.newForm(accountId, [nameField]);
  const refused = await service.admin('PATCH', path, {
    body: { url: 'http://crm.example/', form_id, included_questions: ['Nome'] },
  });
  assert.equal(
    [refused.status, refused.at('error.details.0.path'), refused.at('error.details.1.path')],
    [400, '/url', '/included_questions/0'],
  );
  const foreign = await service.newForm((await service.newAccount()).accountId, [nameField]);
  const other = await service.admin('PATCH', path, { body: { form_id: foreign } });
  assert.equal([other.status, other.at('error.details.0.path')], [400, '/form_id']);
});

test('a rotated secret is shown once; the previous one stays valid only on request', async () => {
  const { id, secret } = await newDestination();
  const path = `/destinations/${id}/rotate-secret`;
  const overlapping = await service.admin('POST', path, { body: { overlap: true } });
  assert.is(overlapping.status, 200, overlapping.text);
  assert.is(overlapping.header('cache-control'), 'private, no-store');
  assert.is.not(overlapping.at('signing_secret'), secret);
  const until = String(overlapping.at('previous_secret_until'));
  assert.ok(Date.parse(until) > Date.now() + 23 * 60 * 60_000, until);
  const read = await readBack(overlapping, `/destinations/${id}`);
  assert.is(read.at('previous_secret_until'), until);
  assert.not.match(read.text, 'whsec_');
  const own = `whsec_${randomBytes(24).toString('base64')}`;
  const atOnce = await service.admin('POST', path, { body: { signing_secret: own } });
  assert.equal([atOnce.at('signing_secret'), atOnce.at('previous_secret_until')], [own, null]);
  assert.is((await service.admin('POST', path)).status, 200, 'the body is optional');
  const weak = await service.admin('POST', path, { body: { signing_secret: 'weak' } });
  assert.equal([weak.status, weak.at('error.details.0.path')], [400, '/signing_secret']);
  assert.equal((await newDestination({ signing_secret: own })).secret, own);
});

test('a ping is accepted, also while the destination is disabled', async () => {
  const { id } = await newDestination({ enabled: false });
  const pinged = await service.admin('POST', `/destinations/${id}/ping`);
  assert.is(pinged.status, 202, pinged.text);
  assert.is((await stateOf(id)).lastPing, pinged.at('delivery_id'));
});

test('secrets are re-encrypted once with the newest key, and a missing key is reported', async () => {
  const { id, secret } = await newDestination();
  const { secret: sealed } = await stateOf(id);
  const reencrypt = (target: string) => service.admin('POST', `/destinations/${target}/reencrypt-secret`);
  assert.equal([(await reencrypt(id)).at('changed'), (await stateOf(id)).secret], [false, sealed]);
  const context = { actor: { kind: 'system', id: 'test' }, correlationId: 'c', causationId: 'c' } as const;
  const sealedWith = async (key: Buffer) => {
    const { accountId, id: target } = await newDestination();
    await service.deps.aggregates.execute(
      destination,
      streamOf.destination(target),
      [
        {
          type: 'RotateDestinationSecret',
          previousUntil: null,
          at: new Date().toISOString(),
          secret: openSecretBox(key).seal(secret, target),
        },
      ],
      { ...context, accountId },
    );
    return target;
  };
  const old = await sealedWith(keys[0]);
  assert.equal([(await reencrypt(old)).at('changed'), (await reencrypt(old)).at('changed')], [true, false]);
  assert.is(openSecretBox(keys[1]).open((await stateOf(old)).secret, old), secret);
  const lost = await reencrypt(await sealedWith(keys[2]));
  assert.equal([lost.status, lost.at('error.code')], [409, 'conflict']);
});

test('a completed template is accepted as the body of a new destination', async () => {
  const { accountId } = await service.newAccount();
  const formId = await service.newForm(accountId, [nameField]);
  const blank = await service.admin('GET', `/destinations/template?form_id=${formId}`);
  const path = `/accounts/${accountId}/destinations`;
  const refused = await service.admin('POST', path, { body: filled(blank) });
  assert.equal([refused.status, refused.at('error.details.0.path')], [400, '/url']);
  const added = await service.admin('POST', path, {
    body: { ...filled(blank), url: 'https://crm.example/hooks' },
  });
  assert.is(added.status, 201, added.text);
  assert.equal(
    [added.at('label'), added.at('form_id'), added.at('included_questions')],
    ['Custom webhook', formId, ['Name']],
  );
});

test('the template is valid by the schema that it names, which is public', async () => {
  const { accountId } = await service.newAccount();
  const formId = await service.newForm(accountId, [nameField]);
  const blank = await service.admin('GET', '/destinations/template');
  assert.equal(Object.keys(filled(blank)).sort(), [
    '$schema',
    'enabled',
    'events',
    'formId',
    'formlog',
    'includedQuestions',
    'notes',
    'url',
  ]);
  const ofForm = await service.admin('GET', `/destinations/template?form_id=${formId}`);
  assert.equal([ofForm.at('includedQuestions'), ofForm.at('formId')], [['Name'], formId]);
  assert.is((await service.admin('GET', '/destinations/template?form_id=none')).status, 404);
  const address = new URL(String(blank.at('$schema')));
  assert.is(address.origin, 'https://forms.example');
  const schema = await service.inject({ method: 'GET', url: address.pathname });
  assert.is(schema.status, 200);
  assert.is(schema.at('$id'), address.href);
  const fits = new Ajv2020({ strict: true }).compile(filled(schema));
  assert.equal([fits(filled(blank)), fits(filled(ofForm))], [true, true], JSON.stringify(fits.errors));
  for (const change of [{ url: 'http://crm.example/' }, { events: ['ping'] }, { extra: 1 }])
    assert.is(fits({ ...filled(blank), ...change }), false, JSON.stringify(change));
});

test('auditors and analysts may only read; an unknown destination is 404', async () => {
  const { id } = await newDestination();
  const writes = [
    ...(['ping', 'enable', 'disable', 'reencrypt-secret'] as const).map((act) => ['POST', act] as const),
    ['POST', 'rotate-secret', {}] as const,
    ['PATCH', '', { label: 'x' }] as const,
  ];
  const pathOf = (target: string, act: string) => `/destinations/${target}${act && `/${act}`}`;
  const [, ...others] = service.operatorTokens;
  for (const [method, act, body] of writes) {
    const request = body === undefined ? {} : { body };
    for (const token of others) {
      const refused = await service.withToken(token)(method, pathOf(id, act), request);
      assert.equal([refused.status, refused.at('error.code')], [403, 'insufficient_scope'], act);
    }
    const nobody = await service.withToken('nobody-has-this-token')(method, pathOf(id, act), request);
    assert.is(nobody.status, 401, act);
    assert.is((await service.admin(method, pathOf('none', act), request)).status, 404, act);
  }
  for (const token of others)
    assert.is((await service.withToken(token)('GET', '/destinations/template')).status, 200);
  assert.is((await service.withToken('nobody-has-this-token')('GET', '/destinations/template')).status, 401);
  const state = await stateOf(id);
  assert.equal([state.enabled, state.settings.label, state.lastPing], [true, 'CRM', null]);
});

test('an API key of the account gives no access to the admin API', async () => {
  const { accountId, key } = await service.newAccount();
  const { id } = await newDestination({}, accountId);
  const asOperator = service.withToken(key);
  for (const path of [`/destinations/${id}`, '/destinations/template'])
    assert.is((await asOperator('GET', path)).status, 401);
  assert.is((await asOperator('POST', `/destinations/${id}/rotate-secret`, { body: {} })).status, 401);
});

test.run();
