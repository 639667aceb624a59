import { createServer } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { readServiceFile } from '../../app/service-file.ts';
import { eventually } from '../support/eventually.ts';
import { formlog, formlogJson, type Running } from '../support/formlog.ts';

/** The part of `/readyz` that names what does not match the log. */
export const Diverged = Type.Object({ ready: Type.Boolean(), diverged: Type.Array(Type.String()) });

const Created = Type.Object({ id: Type.String() });
const Key = Type.Object({ key: Type.String() });
const Page = Type.Object({ data: Type.Array(Created) });
const Line = Type.Object({ level: Type.Number(), msg: Type.String() });

/** The settings of every service here: receivers are on this machine. */
export const settings = { WEBHOOK_ALLOW_HOSTS: '127.0.0.1' } as const;

const Webhook = Type.Object({ submission_id: Type.String() });

/** A receiver that accepts every webhook, and counts how often each submission arrives. */
export async function openReceiver() {
  const times = new Map<string, number>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { submission_id: id } = Value.Parse(Webhook, JSON.parse(body));
      times.set(id, (times.get(id) ?? 0) + 1);
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    timesOf: (id: string): number => times.get(id) ?? 0,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The demo account, by a key of its own. */
export interface Account {
  readonly key: string;
  readonly formId: string;
}

export async function openAccount(dir: string): Promise<Account> {
  const [created] = await formlogJson(dir, ['keys', 'create', '--name', 'restoring']);
  const [form] = await formlogJson(dir, ['forms', 'list']);
  return { key: Value.Parse(Key, created).key, formId: Value.Parse(Created, form).id };
}

const path = '/api/public/v1/submissions';

/** Submits to the form of the demo, and returns the ids that were answered. */
export async function submit({ key, formId }: Account, url: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const body = JSON.stringify({ form_id: formId, answers: { email: `a${n}@example.org`, name: `a${n}` } });
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body });
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    ids.push(Value.Parse(Created, await answer.json()).id);
  }
  return ids;
}

/** The ids of the listed submissions, at most 200. */
export async function listed({ key }: Account, url: string): Promise<string[]> {
  const answer = await fetch(`${url}${path}?limit=200`, { headers: { 'x-api-key': key } });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return Value.Parse(Page, await answer.json()).data.map(({ id }) => id);
}

/** Starts the service and waits until it answers, ready or not. */
export async function answeringService(
  dir: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Running & { readonly url: string }> {
  const service = formlog(dir, ['serve', '--demo'], { PORT: '0', ...env });
  const url = await eventually(
    'the service answers',
    async () => {
      if (service.process.exitCode !== null) throw new Error(`it ended: ${service.stderr()}`);
      const file = readServiceFile(dir);
      if (file?.pid !== service.process.pid || !file || file.account_id === null) return null;
      return (await fetch(`${file.url}/healthz`)).ok && file.url;
    },
    30_000,
  );
  return { ...service, url };
}

/** The lines that a service has logged. */
export const logLines = (service: Running): Static<typeof Line>[] =>
  service
    .stderr()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => Value.Parse(Line, JSON.parse(line)));
