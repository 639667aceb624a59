import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { UnreadableEvent } from '../../log/codec.ts';
import type { Backlog } from '../../log/event-log.ts';
import { readPositions } from '../../projections/checkpoints.ts';
import { forms } from '../../projections/forms.ts';
import { behindBy } from '../../projections/positions.ts';
import { modelId } from '../../projections/projection.ts';
import { submissions } from '../../projections/submissions.ts';
import { eventually } from '../support/eventually.ts';
import { recorded } from './documents-of.ts';
import { run, startStores, storedBy, writerTo } from './running.ts';
import { formCreated, submitted, type Fact } from './samples.ts';

const test = suite('projections/poison');

let stores: Awaited<ReturnType<typeof startStores>>;
let write: ReturnType<typeof writerTo>;
test.before(async () => {
  stores = await startStores();
  write = writerTo(stores.log);
});
test.after(() => stores.close());

const mended = { ...forms, name: 'delicate' };
const delicate = {
  ...mended,
  on: {
    ...forms.on,
    FormArchived: () => {
      throw new Error('too much');
    },
  },
};
const archived: Fact = {
  stream: 'form-f1',
  event: { type: 'FormArchived', data: { at: '2025-01-01T00:00:00.000Z' } },
};

test('stops before the event, says which, and leaves the others alone', async () => {
  const before = await write(formCreated('f1'), submitted('s1'));
  const position = await write(archived);
  const last = await write(submitted('s2'));
  const stuck = run(stores, { projection: delicate });
  const other = run(stores, { projection: submissions });
  await other.reaches(last);
  const line = await eventually('it says so', () =>
    stuck.told.find((told) => told.startsWith('projection stopped')),
  );
  assert.match(line, `delicate stops at FormArchived `);
  assert.match(line, `(form-f1, position ${position}): too much`);
  assert.ok(stuck.told.includes('stopped'));
  await eventually('what came before is saved', async () => {
    const saved = await readPositions(stores.store, [modelId(delicate)]);
    return saved.get(modelId(delicate)) === before;
  });
  const { f1 } = await storedBy(stores.store, delicate);
  assert.equal([f1?.['submission_count'], f1?.['status']], [1, 'draft']);
  await eventually('it tries again', () => stuck.told.filter((told) => told === 'stopped').length > 1);
  await Promise.all([stuck.stop(), other.stop()]);
});

test('goes on once it is mended', async () => {
  const running = run(stores, { projection: mended });
  await running.reaches(await write(submitted('s3')));
  await running.stop();
  const { f1 } = await storedBy(stores.store, mended);
  assert.equal([f1?.['submission_count'], f1?.['status']], [3, 'archived']);
});

test('stops at what the log cannot read, after what came before it', async () => {
  const projection = { ...forms, name: 'unread' };
  const events = recorded([formCreated('u1'), submitted('us1', { formId: 'u1' })]);
  const backlog = (): Backlog => {
    const left = [events.map((event) => ({ event, position: event.position }))];
    const unreadable = new UnreadableEvent('FormCreated', 'version 9 is newer than 2');
    return { take: async () => left.pop() ?? Promise.reject(unreadable), close: () => undefined };
  };
  const running = run({ ...stores, log: { ...stores.log, backlog } }, { projection });
  const line = await eventually('it says so', () =>
    running.told.find((told) => told.startsWith('projection stopped')),
  );
  assert.match(line, 'event of type FormCreated cannot be read: version 9 is newer than 2');
  await running.stop();
  const { u1 } = await storedBy(stores.store, projection);
  assert.equal([u1?.['submission_count'], u1?._position], [1, 20n]);
  // Whoever asks how things stand is told, and not that it cannot be told.
  const now = Number(events[0]?.recordedAt) + 5_000;
  assert.equal(await behindBy({ backlog }, projection, null, now), { events: 3, seconds: 5 });
});

test.run();
