import { setTimeout as pause } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rolledBack, withBuild } from '../../projections/generations/generations.ts';
import {
  type Document,
  modelId,
  type ProcessManager,
  type Projection,
} from '../../projections/projection.ts';
import { forms } from '../../projections/read-models/forms/projection.ts';
import { submissions } from '../../projections/read-models/submissions/projection.ts';
import { eventually } from '../support/eventually.ts';
import { stopSupervisors, supervise } from './generations/supervising.ts';
import { run, startStores, writerTo } from './running.ts';
import { formCreated, minute, submitted } from './samples.ts';

const test = suite('projections: a reaction never precedes its data');

let stores: Awaited<ReturnType<typeof startStores>>;
test.before(async () => {
  stores = await startStores();
});
test.after(async () => {
  await stopSupervisors();
  await stores.close();
});

/** Without a pause, the writer would take the core from the builds that it runs beside. */
const writeEveryMs = 5;

interface Action {
  readonly id: string;
  readonly position: bigint;
}

/** Acts upon each submission once the models hold it, as a webhook is sent. */
const actor: ProcessManager<Document, Action> = {
  name: 'actor',
  version: 1,
  streamPrefixes: ['submission-'],
  indexes: [],
  on: { SubmissionCreated: () => ({}) },
  key: ({ event }) => (event.type === 'SubmissionCreated' ? event.data.submissionId : null),
  react: (_, { event, position }) =>
    event.type === 'SubmissionCreated' ? [{ id: event.data.submissionId, position }] : [],
};

test('readers of this process and of others see the data while models are built, switched and rolled back', async () => {
  const models: readonly Projection[] = [forms, submissions];
  const write = writerTo(stores.log);
  const last = await write(formCreated('f1'), ...Array.from({ length: 30 }, (_, n) => submitted(`old${n}`)));
  const projector = await supervise(stores, ...models);
  await projector.reaches(last);
  const elsewhere = await supervise(stores);
  const acted = new Set<string>();
  const unknown: string[] = [];
  const names = models.map(({ name }) => name);
  const untilRead = (position: bigint) => projector.progress.waitFor(names, position, 10_000);
  const running = run(
    stores,
    {
      projection: actor,
      async perform(actions) {
        for (const { id, position } of actions) {
          await untilRead(position);
          for (const { queries } of [projector, elsewhere])
            if (!(await queries.submissions.get('acme', id))) unknown.push(id);
          acted.add(id);
        }
      },
    },
    { progress: projector.progress },
  );
  const over = new AbortController();
  let written = 0;
  const writing = (async () => {
    while (!over.signal.aborted) {
      await write(submitted(`s${written}`, { at: minute(written++) }));
      await eventually('most are acted upon', () => acted.size > written);
      await pause(writeEveryMs);
    }
  })();
  const readsOf = async (number: number) => {
    for (const model of models)
      for (const process of [projector, elsewhere])
        await process.reads(model, modelId({ ...model, generation: number }));
  };
  const change = (next: typeof rolledBack) =>
    Promise.all(
      models.map(({ name, version }) =>
        projector.models.change(name, (record) => record && next(record, version)),
      ),
    );
  await change((record, version) => withBuild(record, version, { seed: null, at: minute(0) }));
  await readsOf(2);
  await change(rolledBack);
  await readsOf(1);
  await change(rolledBack);
  await readsOf(2);
  over.abort();
  await writing;
  await eventually('all are acted upon', () => acted.size === 30 + written);
  assert.equal(unknown, []);
  await running.stop();
  await projector.stop();
  await elsewhere.stop();
});

test.run();
