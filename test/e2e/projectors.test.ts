// Embedded only: its forms have fixed ids, and the service reads the whole log.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openReadStore, type ReadStore } from '../../coordination/read-store.ts';
import { openEventStoreLog } from '../../log/eventstore/eventstore-log.ts';
import { collectionsOf } from '../../projections/collections.ts';
import { openProgress } from '../../projections/progress/progress.ts';
import { readStatus } from '../../projections/progress/status-board.ts';
import { modelId } from '../../projections/projection.ts';
import { forms } from '../../projections/read-models/forms/projection.ts';
import { submissionCounts } from '../../projections/read-models/submissions/submission-counts.ts';
import { writerTo } from '../projections/running.ts';
import { formCreated, submitted } from '../projections/samples.ts';
import { eventually } from '../support/eventually.ts';
import { formlog, type Running } from '../support/formlog.ts';
import { inLongRun } from '../support/long-run.ts';
import { useEventStoreServer, useMongoServer, withDatabase } from '../support/servers.ts';

const test = suite('several projectors');

/** Within ten seconds on a machine of its own. */
const takeOverLimitMs = 60_000;

/** Two processes that only project, over stores of their own. */
async function startTwo() {
  const dir = mkdtempSync(join(tmpdir(), 'formlog-projectors-'));
  const [events, documents] = await Promise.all([useEventStoreServer(), useMongoServer()]);
  const mongoUrl = documents.embedded ? documents.url : withDatabase(documents.url, dir);
  const log = openEventStoreLog({ url: events.url });
  const store = await openReadStore({ url: mongoUrl });
  const env = {
    ROLES: 'projector',
    PORT: '0',
    MASTER_KEY: Buffer.alloc(32).toString('base64'),
    EVENTSTORE_URL: events.url,
    MONGODB_URL: mongoUrl,
    NATS_URL: 'nats://127.0.0.1:9',
  };
  const processes = [0, 1].map((n) => formlog(join(dir, `data-${n}`), ['serve'], env));
  const close = async (): Promise<void> => {
    await Promise.all(processes.map((running) => running.kill('SIGKILL')));
    await log.close();
    await store.close();
    await events.close();
    await documents.close();
    rmSync(dir, { recursive: true, force: true });
  };
  const runsModel = async (running: Running) => {
    if (running.process.exitCode !== null) throw new Error(running.stderr());
    return (await leaders(store)).length > 0;
  };
  try {
    for (const running of processes) await eventually('it runs the model', () => runsModel(running), 30_000);
  } catch (error) {
    await close();
    throw error;
  }
  return { log, store, processes, close };
}

type Two = Awaited<ReturnType<typeof startTwo>>;

/** The processes that say that they run the forms. */
async function leaders(store: ReadStore): Promise<number[]> {
  const runners = await readStatus(store);
  return runners
    .filter(({ model, state }) => model === modelId(forms) && state === 'live')
    .map(({ process }) => Number(process.split(':')[1]));
}

async function leaderOf({ store, processes }: Two) {
  const [pid] = await eventually('one leads', async () => {
    const found = await leaders(store);
    return found.length > 0 && found;
  });
  const leader = processes.find((running) => running.process.pid === pid);
  if (!leader) throw new Error(`no process ${pid}`);
  return leader;
}

const holds = ({ store }: Two, position: bigint, what: string) =>
  eventually(
    what,
    () => openProgress(store).waitFor(['forms', 'submissions'], position, 200),
    takeOverLimitMs,
  );

const countOf = async ({ store }: Two, formId: string) =>
  (await submissionCounts(collectionsOf(store)).of([formId])).get(formId);

inLongRun(test)('a standby takes over when the leader is killed', async () => {
  const two = await startTwo();
  try {
    const write = writerTo(two.log);
    await holds(two, await write(formCreated('f1'), submitted('s1')), 'the first leads');
    const leader = await leaderOf(two);
    await leader.kill('SIGKILL');
    await holds(two, await write(submitted('s2')), 'the second leads');
    assert.is(await countOf(two, 'f1'), 2);
  } finally {
    await two.close();
  }
});

test('a leader that was paused and resumes after a take-over damages nothing', async () => {
  const two = await startTwo();
  try {
    const write = writerTo(two.log);
    await holds(two, await write(formCreated('f1'), submitted('s1')), 'the first leads');
    const leader = await leaderOf(two);
    leader.process.kill('SIGSTOP');
    await holds(two, await write(submitted('s2')), 'the second leads');
    leader.process.kill('SIGCONT');
    let last = 0n;
    for (let n = 3; n <= 40; n++) last = await write(submitted(`s${n}`));
    await holds(two, last, 'all is counted');
    await eventually('the woken one has noticed', () =>
      (leader.stderr() + leader.lines.join('')).includes('has taken over'),
    );
    assert.is(await countOf(two, 'f1'), 40);
    assert.is(leader.process.exitCode, null, 'it stands by');
  } finally {
    await two.close();
  }
});

test.run();
