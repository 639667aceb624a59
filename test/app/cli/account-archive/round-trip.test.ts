import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formStatuses } from '../../../../domain/form/decider.ts';
import { roles } from '../../../../domain/membership/roles.ts';
import { addMember } from '../../../support/people.ts';
import { smallPicture } from '../../../support/pictures.ts';
import { randomForms } from '../../../support/random-forms.ts';
import { readArchive } from '../../../support/read-zip.ts';
import { png } from '../../../support/small-files.ts';
import {
  contentsOf,
  type Json,
  newAddress,
  type Side,
  startTwoServices,
  type TwoServices,
} from './two-services.ts';

const test = suite('an account that moves to another service');
const rounds = Number(process.env['ROUND_TRIPS'] ?? 12);

let here: Side;
let there: Side;
let services: TwoServices;

test.before(async () => {
  services = await startTwoServices();
  ({ here, there } = services);
});
test.after(() => services.close());

const drawnAccounts = fc.record({
  name: fc.constantFrom('Acme', 'Ünïted “Forms” 日本', "O'Brien & Co"),
  locale: fc.constantFrom({}, { language: 'de-CH', time_zone: 'Europe/Zurich' }),
  origins: fc.constantFrom(null, ['https://www.example.com']),
  people: fc.array(fc.record({ role: fc.constantFrom(...roles), isMember: fc.boolean() }), { maxLength: 4 }),
  forms: fc.array(
    fc.record({
      versions: fc.array(randomForms, { minLength: 1, maxLength: 3 }),
      status: fc.constantFrom(...formStatuses),
      settings: fc.constantFrom({}, { look: { color: '#0a7d55' } }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

type Drawn = typeof drawnAccounts extends fc.Arbitrary<infer T> ? T : never;

/** Creates a drawn account by requests, as its owner would. */
async function create({ service }: Side, { name, locale, origins, people, forms }: Drawn): Promise<string> {
  const ok = async (method: 'POST' | 'PATCH' | 'PUT', path: string, body: object) => {
    const made = await service.admin(method, path, { body });
    assert.ok(made.status < 300, made.text);
    return String(made.at('id'));
  };
  const accountId = await ok('POST', '/accounts', { name, plan: 'business', ...locale });
  if (origins) await ok('PUT', `/accounts/${accountId}/embedding`, { origins });
  for (const { role, isMember } of people)
    if (isMember) await addMember(service, accountId, { role });
    else await ok('POST', `/accounts/${accountId}/invitations`, { email: newAddress(), role });
  for (const { versions, status, settings } of forms) {
    const [first] = versions;
    const form = await ok('POST', `/accounts/${accountId}/forms`, {
      title: 'Drawn',
      ...settings,
      fields: first?.inputs ?? [],
    });
    for (const [index, { inputs, fields, submissions }] of versions.entries()) {
      if (index > 0) await ok('PATCH', `/forms/${form}`, { fields: inputs });
      const rows = submissions.map((values, row) => {
        const asked = fields.filter(({ kind }) => kind !== 'statement');
        const answers = Object.fromEntries(asked.map(({ key }, at) => [key, values[at]]));
        return { key: `${index} ${row}`, answers, submitted_at: `2025-01-0${index + 1}T00:00:0${row}.000Z` };
      });
      if (rows.length > 0) await ok('POST', `/forms/${form}/imports`, { rows });
    }
    const steps = status === 'closed' ? ['published', 'closed'] : status === 'draft' ? [] : [status];
    for (const step of steps) await ok('PATCH', `/forms/${form}`, { status: step });
  }
  return accountId;
}

test('law: export, import elsewhere and export give the same people, forms, versions and answers', async () => {
  await fc.assert(
    fc.asyncProperty(drawnAccounts, async (drawn) => {
      const accountId = await create(here, drawn);
      const before = await services.exportOf(here, accountId);
      const earlier = services.sink.received.length;
      const { code, stderr } = await services.importInto(there, before, '--invite-members');
      assert.is(code, 0, stderr);
      const whole = contentsOf(before);
      assert.equal(contentsOf(await services.exportOf(there, accountId)), whole);
      const again = await services.importInto(there, before, '--invite-members');
      assert.is(again.code, 0, again.stderr);
      assert.equal(contentsOf(await services.exportOf(there, accountId)), whole, 'imported twice');
      const mailed = services.sink.received.slice(earlier).flatMap(({ to }) => to);
      assert.equal(mailed.sort(), whole.people.map((one) => one.split(' ')[0]).sort(), 'one mail each');
    }),
    { numRuns: rounds },
  );
});

test('the pictures of a form move with it', async () => {
  const { service } = here;
  const account = await service.newAccount();
  const stored = async (payload: Buffer) => {
    const headers = { 'x-api-key': account.key };
    const made = await service.inject({ method: 'POST', url: '/api/public/v1/pictures', headers, payload });
    return String(made.at('id'));
  };
  const form = await service.newForm(account.accountId, [{ key: 'name', label: 'Name', kind: 'short_text' }]);
  const look = {
    logo: { picture_id: await stored(smallPicture('jpeg')), alt: 'Oak' },
    cover: { picture_id: await stored(smallPicture('webp')) },
  };
  await service.admin('PATCH', `/forms/${form}`, { body: { look } });
  const archive = await services.exportOf(here, account.accountId);
  const imported = await services.importInto(there, archive, '--plan', 'business');
  assert.is(imported.code, 0, imported.stderr);
  const [before, after] = [
    readArchive(readFileSync(archive)),
    readArchive(readFileSync(await services.exportOf(there, account.accountId))),
  ];
  const logo = [...before.keys()].find((path) => path.endsWith('/logo.jpg')) ?? '';
  assert.equal(before.get(logo), smallPicture('jpeg'));
  assert.equal(after.get(logo), smallPicture('jpeg'));
  assert.equal(after.get(logo.replace('logo.jpg', 'cover.webp')), smallPicture('webp'));
  const [moved] = contentsOf(await services.exportOf(there, account.accountId)).forms;
  assert.equal((moved?.form as { look?: unknown }).look, {
    color: null,
    logo: { ...look.logo, width: 8, height: 4 },
    cover: { ...look.cover, alt: '', width: 8, height: 4 },
  });
});

test('files, payments and destinations move too, and the report names the rest', async () => {
  const { service } = here;
  const account = await service.newAccount();
  const form = await service.newForm(account.accountId, [
    { key: 'name', label: 'Name', kind: 'short_text' },
    { key: 'photo', label: 'Photo', kind: 'file' },
    { key: 'fee', label: 'Fee', kind: 'payment' },
  ]);
  const uploaded = await service.inject({
    method: 'POST',
    url: `/api/public/v1/files?form_id=${form}&field=photo&name=me.png`,
    headers: { 'x-api-key': account.key, 'content-type': 'application/octet-stream' },
    payload: png,
  });
  const submit = async (answers: object, others: object = {}) => {
    const made = await account.api('POST', '/submissions', { body: { form_id: form, answers, ...others } });
    assert.is(made.status, 201, made.text);
    return String(made.at('id'));
  };
  const fee = { amount: 1250, currency: 'EUR' };
  const paid = await submit({ name: 'Ada', photo: [String(uploaded.at('id'))], fee });
  await submit({ name: 'Grace' }, { is_complete: false });
  await account.api('PATCH', `/submissions/${paid}`, {
    body: { answers: { name: 'Ada L.' }, correction: {} },
  });
  const payment = { id: 'p1', provider: 'bank', ...fee, field_key: 'fee' };
  const paying = await account.api('POST', `/submissions/${paid}/payment`, { body: payment });
  assert.is(paying.status, 200, paying.text);
  await account.api('POST', '/destinations', {
    body: { label: 'CRM', url: 'https://crm.example/hooks', form_id: form, included_questions: ['name'] },
  });
  const before = await services.exportOf(here, account.accountId);
  const { code, stderr, lines } = await services.importInto(there, before, '--id', 'moved');
  assert.is(code, 0, stderr);

  const own = contentsOf(await services.exportOf(there, 'moved'));
  const original = contentsOf(before);
  const complete = (forms: typeof own.forms) =>
    forms.map(({ submissions, ...of }) => ({
      ...of,
      submissions: submissions.filter((one) => Reflect.get(one, 'is_complete') === true),
    }));
  assert.equal({ ...own, forms: complete(own.forms) }, { ...original, forms: complete(original.forms) });
  assert.match(JSON.stringify(own.forms), png.toString('hex'));
  const records = lines() as Json[];
  const reasons = records.flatMap(({ not_imported: item }) =>
    typeof item === 'object' ? [(item as Json)['kind']] : [],
  );
  assert.equal([...new Set(reasons)].sort(), ['history', 'submission']);
  const listed = await there.service.admin('GET', '/accounts/moved/destinations');
  assert.equal([listed.at('data.0.enabled'), listed.at('data.0.included_questions')], [false, ['Name']]);
  const secret = records.flatMap(
    ({ destination }) => (destination as Json | undefined)?.['signing_secret'] ?? [],
  );
  assert.is(secret.length, 1);

  const again = await services.importInto(there, before, '--account', 'moved');
  assert.is(again.code, 0, again.stderr);
  assert.equal(contentsOf(await services.exportOf(there, 'moved')), own);
});

test('an archive is not imported into its own account, nor into one that has other forms', async () => {
  const account = await here.service.newAccount();
  await here.service.newForm(account.accountId);
  const archive = await services.exportOf(here, account.accountId);
  const taken = await services.importInto(here, archive);
  assert.equal([taken.code, /has an account .* already/.test(taken.stderr)], [1, true], taken.stderr);
  const itself = await services.importInto(here, archive, '--account', account.accountId);
  assert.equal([itself.code, /an export of account/.test(itself.stderr)], [1, true], itself.stderr);
  const other = await there.service.newAccount();
  const made = await there.service.admin('POST', `/accounts/${other.accountId}/forms`, {
    body: { title: 'Something else', fields: [] },
  });
  assert.is(made.status, 201, made.text);
  await there.service.settled();
  const mixed = await services.importInto(there, archive, '--account', other.accountId);
  assert.equal([mixed.code, /something-else/.test(mixed.stderr)], [1, true], mixed.stderr);
});

test.run();
