import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { Client } from 'undici';
import { readModelUrl } from '../../../embedded-mongodb/src/read-model-url.ts';
import { entryUrl } from '../../../embedded-server/src/spawn.ts';
import { make, plans } from '../api/service.ts';
import { storeSubmissions } from '../api/stock.ts';
import { startTrio } from '../embedded/servers.ts';
import type { Context } from '../harness/context.ts';
import { answersTo, countedForm } from './counted-form.ts';

const Started = Type.Object({
  url: Type.String(),
  data_dir: Type.String(),
  demo: Type.Object({ account_id: Type.String() }),
});
const Metered = Type.Object({ longestMs: Type.Number() });

const submissions = 100_000;

/** A service with 100,000 submissions, whose main thread is watched, made once a run. */
export const startCounted = (context: Context) => context.shared('counted', start);

async function start(context: Context) {
  const dir = await context.tempDir();
  const { ready: stores } = await startTrio(context, join(dir, 'stores'), {});
  const plansFile = join(dir, 'plans.json');
  await writeFile(plansFile, JSON.stringify(plans));
  const socketPath = join(dir, 'meter');
  const program = entryUrl('../hostile/servers/service', import.meta.url);
  const { ready } = await context.startReporting(program, Started, ['--meter', socketPath], {
    PORT: '0',
    DATA_DIR: join(dir, 'data'),
    PLANS_FILE: plansFile,
    EVENTSTORE_URL: stores.eventstore,
    MONGODB_URL: stores.mongodb,
    NATS_URL: stores.nats,
  });
  const operatorToken = (await readFile(join(ready.data_dir, 'operator-token'), 'utf8')).trim();
  const { account_id: accountId } = ready.demo;
  const service = { url: ready.url, operatorToken };
  const formId = await make(service, `accounts/${accountId}/forms`, countedForm);
  const filled = { accountId, formId, eventstore: stores.eventstore, mongodb: readModelUrl(stores.mongodb) };
  await storeSubmissions(context, filled, context.scaled(submissions), answersTo);
  const meter = new Client('http://meter', { socketPath });
  context.onRelease(() => meter.destroy());
  const longestMs = async (): Promise<number> => {
    const { body } = await meter.request({ method: 'GET', path: '/' });
    return Value.Parse(Metered, await body.json()).longestMs;
  };
  return { ...service, accountId, formId, longestMs };
}
