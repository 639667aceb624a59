import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../../../support/eventually.ts';
import { pollFiles, pollResponses } from '../../../support/polls.ts';
import { randomForms } from '../../../support/random-forms.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { runCli } from '../run-cli.ts';

const test = suite('laws of exports and imports');
const forms = Number(process.env['FORMS'] ?? 6);
const folder = mkdtempSync(join(tmpdir(), 'formlog-laws-'));
let service: TestService;
let account: Awaited<ReturnType<TestService['newAccount']>>;
let env: Record<string, string>;

test.before(async () => {
  service = await startService();
  account = await service.newAccount();
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  env = { FORMLOG_SERVICE: url, FORMLOG_TOKEN: service.operatorTokens[0] ?? '' };
});
test.after(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

const Submission = Type.Object({
  submitted_at: Type.String(),
  imported_at: Type.Optional(Type.String()),
  fields: Type.Array(Type.Object({ key: Type.String(), value: Type.Unknown() })),
});
type Submission = Static<typeof Submission>;

/** The submissions of a form, oldest first: those that were made and those that were imported. */
async function recordsOf(form: string): Promise<{ made: Submission[]; imported: Submission[] }> {
  const { text } = await service.admin('GET', `/forms/${form}/exports/submissions`);
  const records = text
    .split('\n')
    .slice(0, -1)
    .map((line) => Value.Parse(Submission, JSON.parse(line)));
  const isImported = ({ imported_at: at }: Submission) => at !== undefined;
  return { made: records.filter((one) => !isImported(one)), imported: records.filter(isImported) };
}

const contentOf = ({ submitted_at, fields }: Submission) => ({
  submitted_at,
  answers: fields.map(({ key, value }) => [key, value]),
});

/** The submissions of a form, once this many imported ones are listed. */
const recordsWith = (form: string, imported: number) =>
  eventually(`${imported} are imported`, async () => {
    const records = await recordsOf(form);
    return records.imported.length >= imported && records;
  });

async function exported(form: string, query: string): Promise<string> {
  const answer = await service.admin('GET', `/forms/${form}/exports/submissions?format=csv${query}`);
  assert.is(answer.status, 200, answer.text);
  const file = join(folder, `${form}.csv`);
  writeFileSync(file, answer.text);
  return file;
}

const importInto = (form: string, file: string, ...more: string[]) =>
  runCli(['import', file, '--json', '--account', account.accountId, '--form', form, ...more], env);

const layouts = fc.constantFrom(
  '',
  '&headings=both',
  '&display=values&headings=key',
  '&split=cells&display=values',
  '&delimiter=semicolon&bom=true&time_zone=Asia/Kolkata',
);

test('an export that is imported into the same form gives the same answers and times once', async () => {
  await fc.assert(
    fc.asyncProperty(randomForms, layouts, async ({ inputs, submissions, fields }, query) => {
      const form = await service.newForm(account.accountId, inputs);
      const questions = fields.filter(({ kind }) => kind !== 'statement');
      for (const values of submissions) {
        const answers = Object.fromEntries(questions.map(({ key }, index) => [key, values[index]]));
        const sent = await account.api('POST', '/submissions', { body: { form_id: form, answers } });
        assert.is(sent.status, 201, sent.text);
      }
      await service.settled();
      const file = await exported(form, query);
      for (const turn of ['first', 'second']) {
        const { code, stderr } = await importInto(form, file);
        assert.is(code, 0, `${turn}: ${stderr}`);
        const { made, imported } = await recordsWith(form, submissions.length);
        assert.equal(imported.map(contentOf), made.map(contentOf), turn);
      }
    }),
    { numRuns: forms },
  );
});

/** `npm run test:long` takes all of them. */
const files = process.env['POLLS'] === 'all' ? pollFiles() : pollFiles().slice(0, 1);

for (const poll of files)
  test(`${basename(poll)} is imported, exported and imported again without a difference`, async () => {
    const first = await runCli(['import', poll, '--json', '--account', account.accountId], env);
    assert.is(first.code, 0, first.stderr);
    const { form_id: form } = Value.Parse(Type.Object({ form_id: Type.String() }), first.lines().at(-1));
    const before = await recordsWith(form, pollResponses(poll).length);
    const { fields } = Value.Parse(
      Type.Object({ fields: Type.Array(Type.Record(Type.String(), Type.Unknown())) }),
      JSON.parse((await service.admin('GET', `/forms/${form}`)).text),
    );
    const other = await service.newForm(
      account.accountId,
      fields.map(({ id: _, position: __, ...field }) => field),
      'draft',
    );
    const again = await importInto(other, await exported(form, ''));
    assert.is(again.code, 0, again.stderr);
    const after = await recordsWith(other, before.imported.length);
    assert.equal(after.imported.map(contentOf), before.imported.map(contentOf));
  });

test.run();
