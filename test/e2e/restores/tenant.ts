import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import * as assert from 'uvu/assert';
import { eventually } from '../../support/eventually.ts';
import { operatorToken } from './places.ts';

const Created = Type.Object({ id: Type.String(), key: Type.Optional(Type.String()) });
const Page = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) });
const Verification = Type.Object({
  report: Type.Union([Type.Null(), Type.Object({ compared: Type.Integer(), different: Type.Integer() })]),
});
const Webhook = Type.Object({ submission_id: Type.Optional(Type.String()) });
const path = '/api/public/v1/submissions';

/** A receiver that accepts every webhook, and counts how often each submission arrives. */
export async function openReceiver() {
  const times = new Map<string, number>();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { submission_id: id } = Value.Parse(Webhook, JSON.parse(body));
      if (id !== undefined) times.set(id, (times.get(id) ?? 0) + 1);
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
    /** How many webhooks have arrived. */
    count: (): number => [...times.values()].reduce((sum, one) => sum + one, 0),
    hasAll: (ids: readonly string[]) =>
      eventually('all were received', () => ids.every((id) => times.has(id)), 30_000),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** An account with a published form, a destination and a key. */
export interface Tenant {
  readonly accountId: string;
  readonly key: string;
  readonly formId: string;
}

async function callAdmin(url: string, address: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/admin/v1${address}`, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** Calls again until the service accepts: the other processes have only just started. */
const admin = (url: string, address: string, body: object): Promise<Static<typeof Created>> =>
  eventually(address, async () => Value.Parse(Created, await callAdmin(url, address, body)));

/** Compares a read model with what a fold of the log gives. @throws if they differ */
export async function verify(url: string, model: string): Promise<void> {
  await callAdmin(url, `/projections/${model}/verify`, {});
  const report = await eventually(`${model} is verified`, async () => {
    const found = Value.Parse(Verification, await callAdmin(url, `/projections/${model}.verify`));
    return found.report;
  });
  assert.is(report.different, 0, `${model}: ${JSON.stringify(report)}`);
}

export async function openTenant(url: string, receiver: Receiver): Promise<Tenant> {
  const { id: accountId } = await admin(url, '/accounts', { name: 'Acme', plan: 'demo' });
  const of = `/accounts/${accountId}`;
  const { key = '' } = await admin(url, `${of}/keys`, { name: 'restores' });
  const form = await admin(url, `${of}/forms`, {
    title: 'Feedback',
    status: 'published',
    fields: [{ key: 'name', label: 'Name', kind: 'short_text' }],
  });
  const events = ['submission.created'];
  await admin(url, `${of}/destinations`, { label: 'receiver', url: receiver.url, events });
  return { accountId, key, formId: form.id };
}

/** Submits, and returns the ids that were answered. */
export async function submit({ key, formId }: Tenant, url: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const body = JSON.stringify({ form_id: formId, answers: { name: `a${n}` } });
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body });
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    ids.push(Value.Parse(Created, await answer.json()).id);
  }
  return ids;
}

/** The list of submissions: its status, and the ids if there is one. */
export async function list(
  { key }: Tenant,
  url: string,
): Promise<{ status: number; ids: string[]; body: string }> {
  const answer = await fetch(`${url}${path}?limit=100`, { headers: { 'x-api-key': key } });
  const body = await answer.text();
  const ids = answer.ok ? Value.Parse(Page, JSON.parse(body)).data.map(({ id }) => id) : [];
  return { status: answer.status, ids: ids.toSorted(), body };
}

/** Waits until exactly these submissions are listed. */
export const isListed = (tenant: Tenant, url: string, ids: readonly string[]) =>
  eventually('exactly these are listed', async () => {
    const found = await list(tenant, url);
    if (found.status !== 200) throw new Error(found.body);
    return String(found.ids) === String(ids.toSorted());
  });
