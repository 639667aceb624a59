import { createHash, randomBytes } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { buildApp } from '../../api/build-app.ts';
import { pause } from '../../async/pause.ts';
import { defaultPlans, type Plans } from '../../commands/account/plans.ts';
import { openCommands } from '../../commands/deps.ts';
import { openSlugs } from '../../commands/form/slugs.ts';
import { openSecretBox } from '../../commands/secret-box.ts';
import { openBudgetWaits } from '../../coordination/budget-waits.ts';
import { openIdempotencyStore } from '../../coordination/idempotency-store.ts';
import { openKeyUse } from '../../coordination/key-use.ts';
import { openLeases } from '../../coordination/leases/leases.ts';
import { openLogMembers } from '../../coordination/log-members.ts';
import { openParkedDestinations } from '../../coordination/parked-destinations.ts';
import { openRateLedger } from '../../coordination/rate-ledger.ts';
import { openSpentTokens } from '../../coordination/spent-tokens.ts';
import { openSentRequests } from '../../dispatcher/worker/sent-requests.ts';
import type { Aggregates } from '../../log/aggregates.ts';
import type { EventLog } from '../../log/event-log.ts';
import { collectionsOf } from '../../projections/collections.ts';
import { openAliases } from '../../projections/generations/aliases.ts';
import { openControl } from '../../projections/generations/control.ts';
import { superviseGenerations } from '../../projections/generations/generation-supervisor.ts';
import { openProgress } from '../../projections/progress/progress.ts';
import { documentQueries } from '../../projections/queries/documents.ts';
import { liveQueries } from '../../projections/queries/live-queries.ts';
import { openQueries, type Queries } from '../../projections/queries/open-queries.ts';
import { dueQueries } from '../../projections/read-models/deliveries/due-deliveries.ts';
import { readModels } from '../../projections/registry.ts';
import { openActivity } from '../../web/console/overview/activity.ts';
import { webPages } from '../../web/web.ts';
import type { WebDeps } from '../../web/web-deps.ts';
import { startReadStore } from '../projections/stores.ts';
import { temporaryLog } from './eventstore/temporary-log.ts';

/** An answer of the service, as tests look at it. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly header: (name: string) => string | undefined;
  /** A part of the body: `at('error.code')`, `at('data.0.id')`. */
  readonly at: (path: string) => unknown;
  /** The names of the members of a part of the body. */
  readonly names: (path: string) => string[];
  /** The cookies that the answer sets. */
  readonly cookies: readonly { readonly name: string; readonly value: string }[];
}

export interface Request {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
export type Client = (method: Method, url: string, request?: Request) => Promise<Answer>;

export const publicBase = '/api/public/v1';
const adminBase = '/api/admin/v1';

const operators = (['operator', 'auditor', 'analyst'] as const).map((role) => ({
  id: `test-${role}`,
  role,
  token: `${role}-${randomBytes(12).toString('hex')}`,
}));

/**
 * The API and the pages over embedded stores of its own, with every read model running.
 * @param plans beside the usual ones
 */
export async function startService({
  plans = {},
  // The stores run in this process too, beside compilers and other tests. A mere high limit would not do: a stall
  // in which nothing could be measured counts as endless.
  maxLoopDelayMs = 0,
  ...given
}: { readonly plans?: Plans } & Partial<WebDeps> = {}) {
  const events = await temporaryLog();
  const reads = await startReadStore();
  const clock = { aheadMs: 0 };
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const { log } = events;
  const { store } = reads;
  const commands = openCommands({
    log,
    plans: { ...defaultPlans, ...plans },
    secrets: openSecretBox(randomBytes(32)),
    now: () => new Date(Date.now() + clock.aheadMs),
  });
  const aliases = openAliases(store);
  const progress = openProgress(store, readModels, (model) => aliases.generationsInUse(model));
  const keyUse = openKeyUse(store, commands.now);
  const queries = replaceable(openQueries(collectionsOf(store), commands.definitions, aliases));
  const slugs = openSlugs(commands, (...of) => queries.forms.withSlug(...of));
  const deps: WebDeps = {
    ...commands,
    slugs,
    keyUse,
    logMembers: openLogMembers(store),
    parkedDestinations: openParkedDestinations(store),
    budgetWaits: openBudgetWaits(store),
    rateLedger: openRateLedger(store),
    idempotency: openIdempotencyStore(store, commands.now),
    sentRequests: openSentRequests(commands),
    recoveriesPerSecond: 50,
    metrics: new Registry(),
    trustedProxies: [],
    maxLoopDelayMs,
    queries,
    documents: documentQueries(collectionsOf(store), readModels, aliases, commands.definitions),
    projections: openControl({
      store,
      log,
      models: readModels,
      managers: [],
      workers: ['eraser', 'recoverer'],
    }),
    progress: { waitFor: progress.waitFor, untilComplete: async () => null },
    cursorKey: randomBytes(32),
    sessionKeys: [randomBytes(32)],
    spentTokens: openSpentTokens(store, commands.now),
    readModels: readModels.map(({ name }) => name),
    queue: liveQueries(dueQueries, collectionsOf(store), aliases),
    activity: openActivity(commands.now),
    operatorTokens: operators.map(({ id, role, token }) => ({
      id,
      role,
      sha256: createHash('sha256').update(token).digest('hex'),
    })),
    publicUrl: 'https://forms.example',
    logger,
    health: async () => ({ ready: true }),
    rateDefaults: { requests: 10_000, window_s: 60 },
    destinationRules: { allowHosts: ['127.0.0.1'] },
    ...given,
  };
  const stop = new AbortController();
  const reporter = () => ({ onState: () => undefined, onProgress: () => undefined });
  const tending = { store, log, progress, aliases, logger, reporter, leases: openLeases(store) };
  const followers = [
    ...readModels.map((model) => superviseGenerations(model, tending, stop.signal)),
    followPatiently(commands.aggregates, log, stop.signal),
  ];
  const app = await buildApp(deps, { pages: webPages(deps) });
  let last = 0n;

  async function inject(options: InjectOptions): Promise<Answer> {
    const response = await app.inject(options);
    const header = (name: string) => response.headers[name]?.toString();
    const position = BigInt(header('x-log-position') ?? 0);
    if (position > last) last = position;
    const { statusCode: status, body: text } = response;
    const at = (path: string) => partOf(text === '' ? null : JSON.parse(text), path);
    const names = (path: string) => Object.keys({ ...(at(path) ?? {}) });
    return { status, text, header, at, names, cookies: response.cookies };
  }

  const client =
    (base: string, auth: Readonly<Record<string, string>>): Client =>
    (method, url, { body, headers = {} } = {}) =>
      inject({
        method,
        url: base + url,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...auth,
          ...headers,
        },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      });

  const admin = client(adminBase, { authorization: `Bearer ${operators[0]?.token}` });

  return {
    app,
    deps,
    log,
    store,
    progress,
    clock,
    lines,
    inject,
    admin,
    stopLog: events.stop,
    restartLog: events.restart,
    operatorTokens: operators.map(({ token }) => token),
    withToken: (token: string) => client(adminBase, { authorization: `Bearer ${token}` }),
    withKey: (key: string) => client(publicBase, { 'x-api-key': key }),
    anonymous: client(publicBase, {}),

    /** An account with a key of all scopes. */
    async newAccount(plan = 'business') {
      const account = await admin('POST', '/accounts', { body: { name: 'Test', plan } });
      const accountId = String(account.at('id'));
      const issued = await admin('POST', `/accounts/${accountId}/keys`, { body: { name: 'test' } });
      const key = String(issued.at('key'));
      return {
        accountId,
        key,
        keyId: String(issued.at('id')),
        api: client(publicBase, { 'x-api-key': key }),
      };
    },

    /** A form of an account; answers its id. */
    async newForm(accountId: string, fields: readonly unknown[] = [nameField], status = 'published') {
      const form = await admin('POST', `/accounts/${accountId}/forms`, {
        body: { title: 'A form', fields, status },
      });
      if (form.status !== 201) throw new Error(form.text);
      return String(form.at('id'));
    },

    /** Notes a write that was not made through the API, for `settled`. */
    note(position: bigint): void {
      if (position > last) last = position;
    },

    /** Waits until the read models hold everything that was answered so far. */
    async settled(): Promise<void> {
      const names = readModels.map(({ name }) => name);
      if (!(await progress.waitFor(names, last, 10_000))) throw new Error('the read models stay behind');
    },

    async close(): Promise<void> {
      await app.close();
      stop.abort();
      await Promise.all(followers);
      aliases.close();
      await keyUse.close();
      await reads.close();
      await events.close();
    },
  };
}

/** Follows the feed as a supervised role does: again and again, also past an outage. */
async function followPatiently(aggregates: Aggregates, log: EventLog, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await aggregates.follow(log, signal).catch(() => undefined);
    await pause(50, signal);
  }
}

/** The same queries as plain objects, so that a test can put something else in the place of a method. */
const replaceable = (queries: Queries): Queries => ({
  ...queries,
  forms: { ...queries.forms },
  submissions: { ...queries.submissions },
  accounts: { ...queries.accounts },
  keys: { ...queries.keys },
});

export type TestService = Awaited<ReturnType<typeof startService>>;

export const nameField = { key: 'name', label: 'Name', kind: 'short_text', required: true };

function partOf(value: unknown, path: string): unknown {
  let part = value;
  for (const name of path.split('.')) {
    if (typeof part !== 'object' || part === null) return undefined;
    part = Object.entries(part).find(([key]) => key === name)?.[1];
  }
  return part;
}
