import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { readServiceFile } from '../../app/data-dir/service-file.ts';
import { eventually } from '../support/eventually.ts';
import { formlog, type Running } from '../support/formlog.ts';
import { useEventStoreServer, useMongoServer, withDatabase } from '../support/servers.ts';

const token = 'an-operator-of-the-fleet';
const Made = Type.Object({ id: Type.String(), key: Type.Optional(Type.String()) });
const Page = Type.Object({
  data: Type.Array(Type.Object({ id: Type.String() })),
  next_cursor: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

/** One process of the service, which can be killed and started again. */
export interface Member {
  url(): string;
  /** SIGKILL. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/**
 * Every role as a process of its own, over stores that stay alive.
 * @param names the roles of each process by commas; role-number where there are several of one
 * @param settings of all of them, beside those that make them a fleet
 */
export async function startFleet(
  names: readonly string[],
  natsUrl: string,
  settings: Readonly<Record<string, string>> = {},
) {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-fleet-'));
  const [events, documents] = await Promise.all([useEventStoreServer(), useMongoServer()]);
  const mongoUrl = documents.embedded ? documents.url : withDatabase(documents.url, dir);
  const masterKey = randomBytes(32).toString('base64');

  async function openMember(name: string): Promise<Member> {
    const dataDir = join(dir, name);
    let running: Running | undefined;
    let port = '0';
    async function start(): Promise<void> {
      const process = formlog(dataDir, ['serve'], {
        ROLES: name.replace(/-\d+$/, ''),
        PORT: port,
        MASTER_KEY: masterKey,
        LOG_LEVEL: 'error',
        EVENTSTORE_URL: events.url,
        MONGODB_URL: mongoUrl,
        NATS_URL: natsUrl,
        OPERATOR_TOKENS: `operator:${token}`,
        WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
        // Half a second: what fails is tried again within the test.
        WEBHOOK_RETRY_MINUTES: Array(9).fill('0.008').join(','),
        ...settings,
      });
      running = process;
      const found = await eventually(
        `${name} has started`,
        () => {
          if (process.process.exitCode !== null) throw new Error(process.stderr());
          const file = readServiceFile(dataDir);
          if (file?.pid !== process.process.pid) throw new Error(`its log: ${process.stderr()}`);
          return file;
        },
        120_000,
      );
      // Whoever comes back is found where it was.
      port = new URL(found.url).port;
    }
    await start();
    return {
      start,
      url: () => `http://127.0.0.1:${port}`,
      async kill() {
        await running?.kill('SIGKILL');
      },
    };
  }

  const opened = await Promise.all(names.map(async (name) => [name, await openMember(name)] as const));
  const members = new Map(opened);
  const member = (name: string): Member => {
    const found = members.get(name);
    if (!found) throw new Error(`there is no ${name}`);
    return found;
  };
  const api = member(names.find((name) => name.split(',').includes('api')) ?? 'api').url();

  async function call(
    method: string,
    path: string,
    by: string,
    body?: object,
    headers: object = {},
    base = api,
  ) {
    return fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  /** Repeats what cannot be done yet: the other roles have only just started. */
  const admin = (path: string, body: object): Promise<Static<typeof Made>> =>
    eventually(
      path,
      async () => {
        const answer = await call('POST', `/api/admin/v1${path}`, token, body);
        if (!answer.ok) throw new Error(await answer.text());
        return Value.Parse(Made, await answer.json());
      },
      20_000,
    );

  const account = await admin('/accounts', { name: 'Acme', plan: 'demo' });
  const { key = '' } = await admin(`/accounts/${account.id}/keys`, { name: 'CI' });
  const newForm = () =>
    admin(`/accounts/${account.id}/forms`, {
      title: 'Feedback',
      status: 'published',
      fields: [{ key: 'name', label: 'Name', kind: 'short_text' }],
    });
  const form = await newForm();

  return {
    member,
    newForm: async () => (await newForm()).id,
    /** Makes a request of an operator to one of the processes. */
    callAt: (name: string, method: string, path: string, body?: object, headers: object = {}) =>
      call(method, path, token, body, headers, member(name).url()),
    /** Answers the id of the new destination. @param more of its fields, as the API names them */
    async addDestination(label: string, url: string, more: object = {}): Promise<string> {
      return (await admin(`/accounts/${account.id}/destinations`, { label, url, ...more })).id;
    },
    /** Submits until it is answered that it was, whoever dies meanwhile. @returns the id */
    submit(name: string): Promise<string> {
      const body = { form_id: form.id, answers: { name } };
      return eventually(
        `${name} is submitted`,
        async () => {
          const answer = await call('POST', '/api/public/v1/submissions', key, body, {
            'idempotency-key': name,
          });
          if (answer.status !== 201) throw new Error(await answer.text());
          return Value.Parse(Made, await answer.json()).id;
        },
        60_000,
      );
    },
    /** The ids of all submissions as the read model lists them. */
    async listed(): Promise<string[]> {
      const ids: string[] = [];
      for (let cursor: string | null | undefined = ''; typeof cursor === 'string';) {
        const query = `limit=200${cursor && `&cursor=${cursor}`}`;
        const answer: Response = await call('GET', `/api/public/v1/submissions?${query}`, key);
        const page: Static<typeof Page> = Value.Parse(Page, await answer.json());
        ids.push(...page.data.map(({ id }) => id));
        cursor = page.next_cursor;
      }
      return ids;
    },
    async close(): Promise<void> {
      await Promise.all([...members.values()].map((one) => one.kill()));
      await events.close();
      await documents.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const Told = Type.Object({ submission_id: Type.String() });

/** Which deliveries have told a receiver of which submission. */
export function deliveriesOf(
  received: readonly { readonly body: string; readonly headers: Readonly<Record<string, unknown>> }[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const told = new Map<string, Set<string>>();
  for (const { body, headers } of received) {
    const { submission_id: id } = Value.Parse(Told, JSON.parse(body));
    told.set(id, (told.get(id) ?? new Set()).add(String(headers['x-service-delivery'])));
  }
  return told;
}
