import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runCli } from '../app/cli/run-cli.ts';
import { eventually } from '../support/eventually.ts';
import { formlog, formlogJson, startService } from '../support/formlog.ts';
import { addMember } from '../support/people.ts';
import { readArchive } from '../support/read-zip.ts';
import { startService as startSource } from '../support/service.ts';
import { png } from '../support/small-files.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const test = suite('an import of an account whose processes are killed');
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 1);
const submissions = 300;
const people = 40;
const settings = { RATE_LIMIT_REQUESTS: '1000000' };

let dir: string;
let sink: SmtpSink;
test.before(async () => {
  dir = mkdtempSync(join(tmpdir(), 'formlog-account-import-'));
  sink = await startSmtpSink();
});
test.after(async () => {
  await sink.close();
  rmSync(dir, { recursive: true });
});

/** Exports an account with members, a form of two versions and a file in each third submission. */
async function archiveFrom(file: string): Promise<void> {
  const source = await startSource();
  try {
    const account = await source.newAccount();
    for (let n = 0; n < people; n++)
      await addMember(source, account.accountId, { role: 'viewer', email: `p${n}@example.com` });
    const name = { key: 'name', label: 'Name', kind: 'short_text' };
    const photo = { key: 'photo', label: 'Photo', kind: 'file' };
    const form = await source.newForm(account.accountId, [name, photo]);
    for (let n = 0; n < submissions; n++) {
      if (n === submissions / 2) {
        const fields = [name, photo, { key: 'why', label: 'Why', kind: 'long_text' }];
        await source.admin('PATCH', `/forms/${form}`, { body: { fields } });
      }
      const uploaded =
        n % 3 === 0
          ? await source.inject({
              method: 'POST',
              url: `/api/public/v1/files?form_id=${form}&field=photo&name=${n}.png`,
              headers: { 'x-api-key': account.key, 'content-type': 'application/octet-stream' },
              payload: png,
            })
          : null;
      const answers = { name: `n${n}`, ...(uploaded && { photo: [String(uploaded.at('id'))] }) };
      const made = await account.api('POST', '/submissions', { body: { form_id: form, answers } });
      assert.is(made.status, 201, made.text);
    }
    await source.settled();
    const url = await source.app.listen({ host: '127.0.0.1', port: 0 });
    const env = { FORMLOG_SERVICE: url, FORMLOG_TOKEN: source.operatorTokens[0] ?? '' };
    const { code, stderr } = await runCli(['export', 'account', account.accountId, '--output', file], env);
    assert.is(code, 0, stderr);
  } finally {
    await source.close();
  }
}

const Invited = Type.Object({ email: Type.String() });
const Listed = Type.Object({ submission_count: Type.Integer() });
const Line = Type.Object({ id: Type.String(), fields: Type.Array(Type.Object({ value: Type.Unknown() })) });

/** How many submissions the account has so far. */
async function countIn(dataDir: string, account: string): Promise<number> {
  const forms = await formlogJson(dataDir, ['forms', 'list', '--account', account]).catch(() => []);
  return forms.reduce<number>(
    (sum, form) => sum + (Value.Check(Listed, form) ? form.submission_count : 0),
    0,
  );
}

test('creates everything once, however often the command and the service are killed', async () => {
  const archive = join(dir, 'source.zip');
  await archiveFrom(archive);
  const dataDir = join(dir, 'target');
  const mail = { SMTP_URL: sink.url, MAIL_FROM: 'Forms <forms@example.org>' };
  let service = await startService(dataDir, { ...settings, ...mail });
  try {
    for (let round = 0; round < rounds; round++) {
      const account = `moved${round}`;
      const args = ['accounts', 'import', archive, '--id', account, '--invite-members', '--json'];
      const mailedBefore = sink.received.length;
      const mailed = () => sink.received.slice(mailedBefore).flatMap(({ to }) => to);
      const first = formlog(dataDir, args);
      await eventually('some are imported', async () => (await countIn(dataDir, account)) > 0 || null);
      await first.kill('SIGKILL');

      const second = formlog(dataDir, args);
      const before = await countIn(dataDir, account);
      await eventually('more are imported', async () =>
        second.process.exitCode !== null || (await countIn(dataDir, account)) > before ? true : null,
      );
      await service.kill('SIGKILL');
      service = await startService(dataDir, { ...settings, ...mail });
      await eventually('some are invited', () => mailed().length > 2 || null);
      await second.kill('SIGKILL');
      await formlogJson(dataDir, args);
      await formlogJson(dataDir, args);
      await eventually('all are invited', () => mailed().length >= people || null);
      const addresses = Array.from({ length: people }, (_, n) => `p${n}@example.com`).sort();
      assert.equal(mailed().sort(), addresses, 'a mail each');

      const exported = join(dir, `moved${round}.zip`);
      await formlogJson(dataDir, ['export', 'account', account, '--output', exported]);
      const members = readArchive(readFileSync(exported));
      const invitations = (members.get('invitations.ndjson')?.toString() ?? '').split('\n').slice(0, -1);
      const invited = invitations.map((line) => Value.Parse(Invited, JSON.parse(line)).email);
      assert.equal(invited.sort(), addresses);
      const folders = [...members.keys()].filter((path) => path.endsWith('/form.json'));
      assert.equal(folders, ['forms/a-form/form.json']);
      const lines = (members.get('forms/a-form/submissions.ndjson')?.toString() ?? '')
        .split('\n')
        .slice(0, -1);
      const names = lines.map((line) => Value.Parse(Line, JSON.parse(line)).fields[0]?.value);
      assert.equal(
        [...names].map(String).sort(),
        Array.from({ length: submissions }, (_, n) => `n${n}`).sort(),
      );
      const files = [...members].filter(([path]) => path.startsWith('files/'));
      assert.is(files.length, submissions / 3);
      assert.ok(files.every(([, content]) => content.equals(png)));
    }
  } finally {
    await service.kill('SIGTERM');
  }
});

test.run();
