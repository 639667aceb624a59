import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { formStatuses } from '../../../../domain/form/decider.ts';
import { randomForms } from '../../../support/random-forms.ts';
import { readArchive } from '../../../support/read-zip.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { png } from '../../../support/small-files.ts';
import { runCli } from '../run-cli.ts';

const test = suite('an account that moves to another service');
const rounds = Number(process.env['ROUND_TRIPS'] ?? 12);
const folder = mkdtempSync(join(tmpdir(), 'formlog-round-trip-'));

interface Side {
  readonly service: TestService;
  readonly env: Readonly<Record<string, string>>;
}
let here: Side;
let there: Side;
let count = 0;

async function startSide(): Promise<Side> {
  const service = await startService();
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  return { service, env: { FORMLOG_SERVICE: url, FORMLOG_TOKEN: service.operatorTokens[0] ?? '' } };
}

test.before(async () => {
  [here, there] = await Promise.all([startSide(), startSide()]);
});
test.after(async () => {
  await Promise.all([here.service.close(), there.service.close()]);
  rmSync(folder, { recursive: true });
});

async function exportOf({ service, env }: Side, accountId: string): Promise<string> {
  await service.settled();
  const file = join(folder, `${++count}.zip`);
  const { code, stderr } = await runCli(['export', 'account', accountId, '--output', file], env);
  assert.is(code, 0, stderr);
  return file;
}

async function importInto({ service, env }: Side, file: string, ...more: string[]) {
  const result = await runCli(['accounts', 'import', file, '--json', ...more], env);
  const position = await service.log.head();
  if (position !== null) service.note(position);
  return result;
}

type Json = Record<string, unknown>;
const linesIn = (text: Buffer | undefined): Json[] =>
  (text?.toString() ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Json);

/** What must be the same on both sides: everything but ids, paths that name them, and times of the service itself. */
function contentsOf(file: string) {
  const members = readArchive(readFileSync(file));
  const json = (path: string) => JSON.parse(members.get(path)?.toString() ?? '') as Json;
  const { name, plan, language, time_zone, embed_origins } = json('account.json');
  const folders = [...members.keys()].flatMap((path) => /^forms\/([^/]+)\/form\.json$/.exec(path)?.[1] ?? []);
  const forms = folders.map((slug) => {
    const { id: _, created_at: __, updated_at: ___, ...form } = json(`forms/${slug}/form.json`);
    const versions = linesIn(members.get(`forms/${slug}/versions.ndjson`)).map(({ version, fields }) => ({
      version,
      fields: (fields as Json[]).map(({ id: ____, ...field }) => field),
    }));
    const submissions = linesIn(members.get(`forms/${slug}/submissions.ndjson`)).map((submission) => ({
      ...Object.fromEntries(
        ['submitted_at', 'is_complete', 'form_version', 'payment'].map((key) => [key, submission[key]]),
      ),
      answers: (submission['fields'] as Json[]).map(({ id: ____, value, kind, ...answer }) => ({
        ...answer,
        kind,
        value:
          kind === 'file' && Array.isArray(value)
            ? value.map(({ name: fileName, sha256, path }: Json) => ({
                fileName,
                sha256,
                content: members.get(String(path))?.toString('hex'),
              }))
            : value,
      })),
    }));
    return { form, versions, submissions: submissions.sort(byText) };
  });
  const destinations = linesIn(members.get('destinations.ndjson')).map(
    ({ label, url, events, signature }) => ({
      label,
      url,
      events,
      signature,
    }),
  );
  return { account: { name, plan, language, time_zone, embed_origins }, forms, destinations };
}

/** Submissions of the same millisecond are in the order of their ids. */
const byText = (a: object, b: object): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

const drawnAccounts = fc.record({
  name: fc.constantFrom('Acme', 'Ünïted “Forms” 日本', "O'Brien & Co"),
  locale: fc.constantFrom({}, { language: 'de-CH', time_zone: 'Europe/Zurich' }),
  origins: fc.constantFrom(null, ['https://www.example.com']),
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
async function create({ service }: Side, { name, locale, origins, forms }: Drawn): Promise<string> {
  const ok = async (method: 'POST' | 'PATCH' | 'PUT', path: string, body: object) => {
    const made = await service.admin(method, path, { body });
    assert.ok(made.status < 300, made.text);
    return String(made.at('id'));
  };
  const accountId = await ok('POST', '/accounts', { name, plan: 'business', ...locale });
  if (origins) await ok('PUT', `/accounts/${accountId}/embedding`, { origins });
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

test('law: export, import elsewhere and export give the same forms, versions and answers', async () => {
  await fc.assert(
    fc.asyncProperty(drawnAccounts, async (drawn) => {
      const accountId = await create(here, drawn);
      const before = await exportOf(here, accountId);
      const { code, stderr } = await importInto(there, before);
      assert.is(code, 0, stderr);
      assert.equal(contentsOf(await exportOf(there, accountId)), contentsOf(before));
      const again = await importInto(there, before);
      assert.is(again.code, 0, again.stderr);
      assert.equal(contentsOf(await exportOf(there, accountId)), contentsOf(before), 'imported twice');
    }),
    { numRuns: rounds },
  );
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
  const before = await exportOf(here, account.accountId);
  const { code, stderr, lines } = await importInto(there, before, '--id', 'moved');
  assert.is(code, 0, stderr);

  const own = contentsOf(await exportOf(there, 'moved'));
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

  const again = await importInto(there, before, '--account', 'moved');
  assert.is(again.code, 0, again.stderr);
  assert.equal(contentsOf(await exportOf(there, 'moved')), own);
});

test('an archive is not imported into its own account, nor into one that has other forms', async () => {
  const account = await here.service.newAccount();
  await here.service.newForm(account.accountId);
  const archive = await exportOf(here, account.accountId);
  const taken = await importInto(here, archive);
  assert.equal([taken.code, /has an account .* already/.test(taken.stderr)], [1, true], taken.stderr);
  const itself = await importInto(here, archive, '--account', account.accountId);
  assert.equal([itself.code, /an export of account/.test(itself.stderr)], [1, true], itself.stderr);
  const other = await there.service.newAccount();
  const made = await there.service.admin('POST', `/accounts/${other.accountId}/forms`, {
    body: { title: 'Something else', fields: [] },
  });
  assert.is(made.status, 201, made.text);
  await there.service.settled();
  const mixed = await importInto(there, archive, '--account', other.accountId);
  assert.equal([mixed.code, /something-else/.test(mixed.stderr)], [1, true], mixed.stderr);
});

test.run();
