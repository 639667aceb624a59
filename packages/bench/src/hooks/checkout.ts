import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { newForm } from '../api/form.ts';
import { made, make, plans } from '../api/service.ts';
import type { Context } from '../harness/context.ts';
import { asNpmStart, here } from '../harness/npm-start.ts';
import { inLanes } from '../harness/rounds.ts';
import type { Sender } from './load-protocol.ts';

const Started = Type.Object({ url: Type.String(), data_dir: Type.String() });
const Issued = Type.Object({ key: Type.String() });

const openedAtOnce = 16;
const retryMs = 1_000;

/** A service of a built checkout, as `npm start` runs it: one process with everything embedded. */
export interface Checkout {
  url(): string;
  pid(): number;
  dataDir(): string;
  /** Opens accounts with a key, a published form and, if there is a receiver, a destination each. */
  open(accounts: number, receiver: string | null, form?: object): Promise<Sender[]>;
  stop(): Promise<void>;
  /** Starts it again over the same data. */
  start(): Promise<void>;
}

/**
 * @param dir the root of the checkout
 * @param settings of the service, beside those of every checkout
 */
export async function startCheckout(
  context: Context,
  dir = here,
  settings: Readonly<Record<string, string>> = {},
): Promise<Checkout> {
  const data = await context.tempDir();
  const plansFile = join(data, 'plans.json');
  await writeFile(plansFile, JSON.stringify(plans));
  const program = pathToFileURL(join(dir, 'dist/app/cli/main.js'));
  const env = {
    PORT: '0',
    DATA_DIR: join(data, 'data'),
    PLANS_FILE: plansFile,
    ...(await asNpmStart(dir)),
    ...settings,
  };
  const start = () => context.startReporting(program, Started, ['serve', '--demo', '--json'], env);
  let running = await start();
  return {
    url: () => running.ready.url,
    pid: () => running.pid,
    dataDir: () => running.ready.data_dir,
    async open(accounts, receiver, form = newForm) {
      const { url, data_dir: dataDir } = running.ready;
      const operatorToken = (await readFile(join(dataDir, 'operator-token'), 'utf8')).trim();
      const senders: Sender[] = [];
      await inLanes(accounts, openedAtOnce, async () => {
        senders.push(await openAccount({ url, operatorToken }, receiver, form));
      });
      return senders;
    },
    stop: () => running.stop(),
    async start() {
      running = await start();
    },
  };
}

async function openAccount(
  service: Parameters<typeof make>[0],
  receiver: string | null,
  form: object,
): Promise<Sender> {
  const account = await permitted(() => make(service, 'accounts', { name: 'Tenant', plan: 'demo' }));
  const path = `accounts/${account}`;
  const issued = await permitted(() => made(service, `${path}/keys`, { name: 'bench' }));
  const formId = await permitted(() => make(service, `${path}/forms`, form));
  const destination = { label: 'bench', url: receiver, concurrency: 64 };
  if (receiver !== null) await permitted(() => make(service, `${path}/destinations`, destination));
  return { key: Value.Parse(Issued, issued).key, formId };
}

/** Tries again while the operator makes more requests than a minute permits. */
async function permitted<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!String(error).includes('rate_limited')) throw error;
      await delay(retryMs);
    }
  }
}
