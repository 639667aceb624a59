import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import type { Plans } from '../../../../commands/account/plans.ts';
import { readModelUrl } from '../../../embedded-mongodb/src/read-model-url.ts';
import { entryUrl } from '../../../embedded-server/src/spawn.ts';
import { startTrio, type TrioOptions } from '../embedded/servers.ts';
import type { Context } from '../harness/context.ts';
import { newForm } from './form.ts';

/** The plan of the demo account, with limits that are counted against and not reached. */
export const plans: Plans = {
  demo: {
    api: true,
    published_forms: 1_000,
    submissions_per_month: 1_000_000_000,
    rate: { requests: 1_000_000, window_s: 60 },
  },
};

const Started = Type.Object({
  url: Type.String(),
  data_dir: Type.String(),
  demo: Type.Object({ account_id: Type.String(), key: Type.String() }),
});

/** The service with all its roles, over embedded stores, with a published form of ten fields. */
export interface RunningService {
  readonly url: string;
  readonly accountId: string;
  readonly key: string;
  readonly formId: string;
  readonly pid: number;
  /** Of the process that its three stores share. */
  readonly storesPid: number;
  /** A token for the admin API. */
  readonly operatorToken: string;
  /** Where its stores are. */
  readonly eventstore: string;
  readonly mongodb: string;
}

/**
 * Starts the service as `npm start` does, except that its three embedded stores are in a process of their own, each in a
 * thread as ever, so that baselines can reach the very same servers.
 */
export async function startService(context: Context, trio: TrioOptions = {}): Promise<RunningService> {
  const dir = await context.tempDir();
  const { ready: stores, pid: storesPid } = await startTrio(context, join(dir, 'stores'), trio);
  const { eventstore, mongodb, nats } = stores;
  const plansFile = join(dir, 'plans.json');
  await writeFile(plansFile, JSON.stringify(plans));
  const program = entryUrl('./servers/service', import.meta.url);
  const { ready, pid } = await context.startReporting(program, Started, [], {
    PORT: '0',
    DATA_DIR: join(dir, 'data'),
    PLANS_FILE: plansFile,
    FORM_PAGES_PER_MINUTE: '1000000',
    EVENTSTORE_URL: eventstore,
    MONGODB_URL: mongodb,
    NATS_URL: nats,
  });
  const { account_id: accountId, key } = ready.demo;
  const { url } = ready;
  const operatorToken = (await readFile(join(ready.data_dir, 'operator-token'), 'utf8')).trim();
  const formId = await make({ url, operatorToken }, `accounts/${accountId}/forms`, newForm);
  const stored = { eventstore, mongodb: readModelUrl(mongodb) };
  return { url, pid, storesPid, accountId, key, operatorToken, formId, ...stored };
}

const Made = Type.Object({ id: Type.String() });

type Administered = Pick<RunningService, 'url' | 'operatorToken'>;

/** Makes something over the admin API. @returns its id */
export const make = async (service: Administered, path: string, what: object): Promise<string> =>
  Value.Parse(Made, await made(service, path, what)).id;

/** Makes something over the admin API. @returns the answer */
export async function made(
  { url, operatorToken }: Administered,
  path: string,
  what: object,
): Promise<unknown> {
  const response = await fetch(`${url}/api/admin/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(what),
  });
  const answer: unknown = await response.json();
  if (response.status !== 201) throw new Error(`not made: ${JSON.stringify(answer)}`);
  return answer;
}
