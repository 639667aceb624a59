import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { operatorRoles } from '../../api/contract/operator-roles.ts';
import type { Config } from '../../app/config/config.ts';
import { startRoles } from '../../app/roles/start-roles.ts';
import { openService } from '../../app/service/open-service.ts';
import type { ServiceOverrides } from '../../app/service/overrides.ts';
import { defaultPlans, type Plans } from '../../commands/account/plans.ts';
import { scopes } from '../../domain/api-key/events.ts';
import type { Queries } from '../../projections/queries/open-queries.ts';
import { startReadStore } from '../projections/stores.ts';
import { temporaryLog } from './eventstore/temporary-log.ts';
import { adminBase, injectInto, publicBase } from './injected-requests.ts';
import { modelNames, untilModelsComplete } from './models-complete.ts';
import { settingsWith } from './settings.ts';

const operators = operatorRoles.map((role) => ({
  role,
  name: `test-${role}`,
  token: `${role}-${randomBytes(12).toString('hex')}`,
}));

export interface TestServiceOptions {
  /** Beside the usual ones. */
  readonly plans?: Plans;
  readonly settings?: Partial<Config>;
  readonly http?: ServiceOverrides['http'];
}

/**
 * The roles `api`, `web` and `projector` over stores of their own, with every read model built. Nothing listens: requests
 * are injected.
 */
export async function startService({ plans = {}, settings = {}, http = {} }: TestServiceOptions = {}) {
  const [events, reads] = await Promise.all([temporaryLog(), startReadStore()]);
  const dataDir = mkdtempSync(join(tmpdir(), 'formlog-service-'));
  const clock = { aheadMs: 0 };
  const lines: string[] = [];
  const config = settingsWith({
    ROLES: ['api', 'web', 'projector'],
    DATA_DIR: dataDir,
    EVENTSTORE_URL: events.url,
    MONGODB_URL: reads.url,
    // None of these roles connects to it.
    NATS_URL: 'nats://127.0.0.1:1',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://forms.example',
    MASTER_KEY: randomBytes(32),
    OPERATOR_TOKENS: operators,
    PLANS_FILE: { ...defaultPlans, ...plans },
    RATE_LIMIT_REQUESTS: 10_000,
    WEBHOOK_ALLOW_HOSTS: ['127.0.0.1'],
    ...settings,
  });
  const opened = await openService(config, {
    logger: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
    log: events.log,
    store: reads.store,
    now: () => new Date(Date.now() + clock.aheadMs),
    http: {
      // The stores run in this process too, beside compilers and other tests. A mere high limit would not do: a stall
      // in which nothing could be measured counts as endless.
      maxLoopDelayMs: 0,
      ...http,
    },
  });
  const service = { ...opened, queries: replaceable(opened.queries) };
  const { app, deps, announced } = await startRoles(service);
  announced();
  const { log, store, session, progress, supervisor } = service;
  await untilModelsComplete(service);
  const { inject, client, note, last } = injectInto(app);
  const admin = client(adminBase, { authorization: `Bearer ${operators[0]?.token}` });

  return {
    /** The parts from which its roles are built. */
    parts: opened,
    app,
    deps,
    log,
    store,
    session,
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

    /** An account with a key of all scopes. Its name is that of the examples by default, which confirms a closing. */
    async newAccount(plan = 'business', name = 'Acme') {
      const account = await admin('POST', '/accounts', { body: { name, plan } });
      const accountId = String(account.at('id'));
      const issued = await admin('POST', `/accounts/${accountId}/keys`, { body: { name: 'test', scopes } });
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
    note,

    /** Waits until the read models hold everything that was answered so far. */
    async settled(): Promise<void> {
      if (!(await progress.waitFor(modelNames, last(), 10_000)))
        throw new Error('the read models stay behind');
    },

    async close(): Promise<void> {
      await supervisor.stop();
      await reads.close();
      await events.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The same queries as plain objects, so that a test can put something else in the place of a method. */
const replaceable = (queries: Queries): Queries => ({
  ...queries,
  forms: { ...queries.forms },
  submissions: { ...queries.submissions },
  answers: { ...queries.answers },
  accounts: { ...queries.accounts },
  keys: { ...queries.keys },
});

export type TestService = Awaited<ReturnType<typeof startService>>;

export const nameField = { key: 'name', label: 'Name', kind: 'short_text', required: true };
