import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { readArchive } from '../../../support/read-zip.ts';
import { startService, type TestService } from '../../../support/service.ts';
import { startSmtpSink } from '../../../support/smtp-sink.ts';
import { runCli } from '../run-cli.ts';

/** A service and the environment of a command line that calls it. */
export interface Side {
  readonly service: TestService;
  readonly env: Readonly<Record<string, string>>;
}

async function startSide(options: Parameters<typeof startService>[0] = {}): Promise<Side> {
  const service = await startService(options);
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  return { service, env: { FORMLOG_SERVICE: url, FORMLOG_TOKEN: service.operatorTokens[0] ?? '' } };
}

export const newAddress = (): string => `${randomUUID()}@example.com`;

/** Waits until the read models have the end of the log, also what was written past the API. */
async function untilRead(service: TestService): Promise<void> {
  const position = await service.log.head();
  if (position !== null) service.note(position);
  await service.settled();
}

/** Two services, of which the second mails: accounts move from `here` to `there`. */
export async function startTwoServices() {
  const folder = mkdtempSync(join(tmpdir(), 'formlog-two-services-'));
  const sink = await startSmtpSink();
  const mail = { SMTP_URL: sink.url, MAIL_FROM: { name: 'Forms', address: 'forms@example.org' } };
  const [here, there] = await Promise.all([startSide(), startSide({ settings: mail })]);
  let count = 0;

  async function exportOf({ service, env }: Side, accountId: string): Promise<string> {
    await untilRead(service);
    const file = join(folder, `${++count}.zip`);
    const { code, stderr } = await runCli(['export', 'account', accountId, '--output', file], env);
    assert.is(code, 0, stderr);
    return file;
  }

  async function importInto({ service, env }: Side, file: string, ...more: string[]) {
    const result = await runCli(['accounts', 'import', file, '--json', ...more], env);
    await untilRead(service);
    return result;
  }

  async function close(): Promise<void> {
    await Promise.all([here.service.close(), there.service.close()]);
    await sink.close();
    rmSync(folder, { recursive: true });
  }

  return { here, there, sink, exportOf, importInto, close };
}
export type TwoServices = Awaited<ReturnType<typeof startTwoServices>>;

export type Json = Record<string, unknown>;
const linesIn = (text: Buffer | undefined): Json[] =>
  (text?.toString() ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Json);

/** What must be the same on both sides: everything but ids, paths that name them, and times of the service itself. */
export function contentsOf(file: string) {
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
  const people = ['members', 'invitations'].flatMap((list) =>
    linesIn(members.get(`${list}.ndjson`)).map(({ email, role }) => `${String(email)} ${String(role)}`),
  );
  const destinations = linesIn(members.get('destinations.ndjson')).map(
    ({ label, url, events, signature }) => ({
      label,
      url,
      events,
      signature,
    }),
  );
  const account = { name, plan, language, time_zone, embed_origins };
  return { account, people: people.sort(), forms, destinations };
}

/** Submissions of the same millisecond are in the order of their ids. */
const byText = (a: object, b: object): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
