import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { streamOf } from '../../../domain/stream-names.ts';
import { openControl } from '../../../projections/generations/control/control.ts';
import { withBuild } from '../../../projections/generations/generations.ts';
import { modelId, type Projection } from '../../../projections/projection.ts';
import { submissions } from '../../../projections/read-models/submissions/projection.ts';
import { eventually } from '../../support/eventually.ts';
import { supervise } from '../generations/supervising.ts';
import { startStores, storedBy, writerTo } from '../running.ts';
import { minute, submitted } from '../samples.ts';

const test = suite('projections/runner/skipping');

const at = minute(0);
const { counter: _, ...uncounted } = submissions;
const fragile: Projection = {
  ...uncounted,
  name: 'fragile',
  on: {
    ...submissions.on,
    SubmissionCreated: (doc, event) => {
      if (event.event.data.submissionId === 'bad') throw new Error('too much');
      return submissions.on.SubmissionCreated?.(null, event) ?? doc;
    },
  },
};

test('a skipped event is ignored where its key is parked, and by each later build', async () => {
  const stores = await startStores();
  const projector = await supervise(stores, fragile, submissions);
  try {
    const write = writerTo(stores.log);
    const last = await write(submitted('one'), submitted('bad'), submitted('two'));
    await eventually('the other goes on', () => projector.progress.waitFor(['submissions'], last, 100));
    await projector.reaches(last);
    const control = openControl({ ...stores, models: [fragile], managers: [] });
    const [parked] = (await control.parked('fragile')) ?? [];
    assert.equal([parked?.scope.id, parked?.event.type], ['bad', 'SubmissionCreated']);
    assert.equal(Object.keys(await storedBy(stores.store, fragile)), ['one', 'two']);
    const eventId = parked?.event.id ?? '';
    const data = { projection: 'fragile', eventId, reason: 'tested', at };
    await write({ stream: streamOf.projection('fragile'), event: { type: 'ProjectionEventSkipped', data } });
    assert.is(await control.retry('fragile', eventId), 1);
    await eventually('nothing is parked', async () => (await control.parked('fragile'))?.length === 0);
    const stored = await storedBy(stores.store, fragile);
    assert.equal(Object.keys(stored), ['one', 'two']);
    await projector.models.change(
      'fragile',
      (now) => now && withBuild(now, fragile.version, { seed: null, at }),
    );
    await projector.reads(fragile, modelId({ ...fragile, generation: 2 }));
    assert.equal(await control.parked('fragile'), []);
    assert.equal(await storedBy(stores.store, { ...fragile, generation: 2 }), stored);
  } finally {
    await projector.stop();
    await stores.close();
  }
});

test.run();
