// Embedded only: the mail server is a test's own, and each round kills the whole service.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eventually } from '../support/eventually.ts';
import { formlogJson, startService } from '../support/formlog.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';

const test = suite('notices of a service that is killed');
const rounds = Number(process.env['CRASH_ROUNDS'] ?? 2);
const perRound = 12;
const dataDir = mkdtempSync(join(tmpdir(), 'formlog-notices-'));
test.after(() => rmSync(dataDir, { recursive: true }));

const WithId = Type.Object({ id: Type.String() });
const Members = Type.Object({ data: Type.Array(Type.Object({ id: Type.String(), email: Type.String() })) });
const Notice = Type.Object({
  id: Type.String(),
  about: Type.Object({ kind: Type.String(), submissionId: Type.Optional(Type.String()) }),
  status: Type.String(),
  attempts: Type.Array(
    Type.Object({
      outcome: Type.Object({ kind: Type.String(), mayHaveArrived: Type.Optional(Type.Boolean()) }),
    }),
  ),
});

async function start(smtpUrl: string) {
  const service = await startService(dataDir, {
    RATE_LIMIT_REQUESTS: '1000000',
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Forms <forms@example.org>',
    WEBHOOK_RETRY_DELAYS_S: '1,1,1,1,1',
  });
  const token = readFileSync(join(dataDir, 'operator-token'), 'utf8').trim();
  async function call(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${service.url}/api/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
  return { ...service, call };
}
type Service = Awaited<ReturnType<typeof start>>;
type Sink = Awaited<ReturnType<typeof startSmtpSink>>;

/** Joins a member by the mail of an invitation, who wants a mail for each submission. */
async function joinMember({ call, url }: Service, sink: Sink): Promise<void> {
  await call('POST', '/accounts/demo/invitations', { email: 'ada@example.com', role: 'editor' });
  const mail = await eventually('the invitation arrives', () => sink.received[0]);
  const address = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? '');
  const joined = await fetch(new URL(address.pathname, url), {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: url, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      link: address.searchParams.get('link') ?? '',
      as: 'new',
      name: 'Ada',
      password: 'correct horse battery staple',
    }),
  });
  assert.is(joined.status, 303, await joined.text());
  const { data } = Value.Parse(Members, await call('GET', '/accounts/demo/members'));
  const ada = data.find(({ email }) => email === 'ada@example.com');
  assert.ok(ada);
  const choices = { mail: { kinds: [], submissions: 'each' } };
  await call('PUT', `/accounts/demo/members/${ada.id}/notices`, choices);
}

/** Submits until the service is gone. @returns the ids that it has acknowledged */
async function submit({ call }: Service, formId: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let n = 0; n < perRound; n++) {
    const body = { form_id: formId, answers: { name: `Person ${n}` } };
    const made = await call('POST', '/accounts/demo/submissions', body).catch(() => null);
    if (made === null) return ids;
    ids.push(Value.Parse(WithId, made).id);
  }
  return ids;
}

/** Whether the server may have had a message before the process or the connection ended. */
const mayHaveArrived = ({ attempts }: Static<typeof Notice>): boolean =>
  attempts.some(({ outcome }) => outcome.kind === 'interrupted' || outcome.mayHaveArrived === true);

test('each submission is reported once, whatever is killed', async () => {
  const sink = await startSmtpSink();
  const acknowledged: string[] = [];
  let service = await start(sink.url);
  await joinMember(service, sink);
  const form = await service.call('POST', '/accounts/demo/forms', {
    title: 'Signups',
    status: 'published',
    fields: [{ key: 'name', label: 'Name', kind: 'short_text', required: true }],
  });
  const { id: formId } = Value.Parse(WithId, form);
  for (let round = 0; round < rounds; round++) {
    const before = sink.received.length;
    const submitting = submit(service, formId);
    // The kill comes while mails are on their way.
    await eventually('a mail arrives', () => sink.received.length > before, 30_000);
    await delay(Math.random() * 400);
    await service.kill('SIGKILL');
    acknowledged.push(...(await submitting));
    service = await start(sink.url);
  }
  const list = async () =>
    (await formlogJson(dataDir, ['notices', 'list', '--limit', '100000'])).map((line) =>
      Value.Parse(Notice, line),
    );
  const reported = (notices: readonly Static<typeof Notice>[]) =>
    new Set(notices.map(({ about }) => about.submissionId));
  const notices = await eventually(
    'every submission is reported',
    async () => {
      const found = await list();
      const ids = reported(found);
      return (
        found.every(({ status }) => status !== 'pending') && acknowledged.every((id) => ids.has(id)) && found
      );
    },
    60_000,
  );
  assert.is(reported(notices).size, notices.length, 'one notice for each submission');
  const arrivals = (id: string) =>
    sink.received.filter(({ messageId }) => messageId.startsWith(`<notice-${id}@`)).length;
  for (const notice of notices) {
    const count = arrivals(notice.id);
    assert.ok(['sent', 'unconfirmed'].includes(notice.status), JSON.stringify(notice));
    assert.ok(count > 0, `${notice.id} did not arrive`);
    // A message that a server took before the kill comes again under the same id, by which mail programs show one.
    if (!mayHaveArrived(notice)) assert.is(count, 1, `${notice.id} arrived ${count} times`);
  }
  assert.is(await service.kill('SIGTERM'), 0, service.stderr());
  await sink.close();
});

test.run();
