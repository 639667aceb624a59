import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { streamOf } from '../../../domain/stream-names.ts';
import { newId } from '../../../log/ids.ts';
import { openControl } from '../../../projections/generations/control/control.ts';
import { lagOf } from '../../../projections/progress/positions.ts';
import { modelId, type Projection } from '../../../projections/projection.ts';
import { submissions } from '../../../projections/read-models/submissions/projection.ts';
import { eventually } from '../../support/eventually.ts';
import { embeddedOnly } from '../../support/servers.ts';
import { countedForms } from '../read-models/counted-forms.ts';
import { run, startStores, storedBy, writerTo } from '../running.ts';
import { type Fact, formCreated, minute, submitted } from '../samples.ts';

const test = suite('projections/runner/poison');

let stores: Awaited<ReturnType<typeof startStores>>;
let write: ReturnType<typeof writerTo>;
test.before(async () => {
  stores = await startStores();
  write = writerTo(stores.log);
});
test.after(() => stores.close());

/** A model of forms, and the same as a release has it that cannot take forms being archived. */
function models(name: string) {
  const mended: Projection = { ...countedForms, name };
  const delicate: Projection = {
    ...mended,
    on: {
      ...countedForms.on,
      FormArchived: () => {
        throw new Error('too much');
      },
    },
  };
  return { mended, delicate };
}

const archived = (formId: string): Fact => ({
  stream: streamOf.form(formId),
  event: { type: 'FormArchived', data: { at: '2025-01-01T00:00:00.000Z' } },
});

const parkedBy = (...of: readonly Projection[]) =>
  openControl({ ...stores, models: [], managers: of }).parked(of[0]?.name ?? '');

/** Appends an event as another release, or a damaged disk, would leave it. */
async function writeRaw(
  stream: string,
  type: string,
  data: Record<string, unknown>,
  schemaVersion = 1,
  accountId = 'acme',
): Promise<bigint> {
  const client = EventStoreDBClient.connectionString(stores.logUrl);
  const metadata = {
    schemaVersion,
    accountId,
    actor: { kind: 'system', id: 't' },
    correlationId: 'c',
    causationId: 'c',
  };
  const { position } = await client.appendToStream(stream, jsonEvent({ type, data, metadata }));
  await client.dispose();
  return position?.commit ?? 0n;
}

test('an event whose handler fails parks its document, and the others continue', async () => {
  const { delicate } = models('parks');
  await write(formCreated('p1'), formCreated('p2'), submitted('ps1', { formId: 'p1' }));
  const position = await write(archived('p1'));
  const last = await write(submitted('ps2', { formId: 'p1' }), submitted('ps3', { formId: 'p2' }));
  const running = run(stores, { projection: delicate });
  await running.reaches(last);
  const { p1, p2 } = await storedBy(stores.store, delicate);
  assert.equal([p1?.['submission_count'], p1?.['status'], p2?.['submission_count']], [1, 'draft', 1]);
  const [parked] = (await parkedBy(delicate)) ?? [];
  assert.equal(parked?.scope, { kind: 'document', id: 'p1' });
  assert.equal([parked?.event.position, parked?.events], [String(position), 2]);
  assert.equal([parked?.cause, parked?.reason, parked?.account_id], ['handler', 'too much', 'acme']);
  const line = running.told.find((told) => told.startsWith('a key was parked'));
  assert.match(line ?? '', '"scope":"document p1"');
  assert.not.ok(running.told.includes('stopped'));
  const [status] = await openControl({ ...stores, models: [], managers: [delicate] }).status();
  assert.equal([status?.parked, status?.error], [1, null]);
  await running.stop();
});

test('a parked key survives a restart, and a release that can apply its event releases it', async () => {
  const { delicate, mended } = models('parks');
  const again = run(stores, { projection: delicate });
  await again.reaches(await write(submitted('ps4', { formId: 'p1' })));
  await eventually('it was tried', async () => (await parkedBy(delicate))?.[0]?.retried_at !== null);
  assert.is((await parkedBy(delicate))?.[0]?.events, 3);
  await again.stop();
  const running = run(stores, { projection: mended });
  await eventually('it is taken up', async () => (await parkedBy(mended))?.length === 0);
  await running.reaches(await write(submitted('ps5', { formId: 'p1' })));
  const { p1 } = await storedBy(stores.store, mended);
  assert.equal([p1?.['submission_count'], p1?.['status']], [4, 'archived']);
  await running.stop();
  // The same as a model that never stopped at it.
  const whole: Projection = { ...countedForms, name: 'whole' };
  const full = run(stores, { projection: whole });
  await full.reaches(BigInt(p1?._position ?? 0));
  assert.equal((await storedBy(stores.store, whole))['p1'], p1);
  await full.stop();
});

test('a key is retried on request while further events of it arrive', async () => {
  const name = 'asked';
  let isMended = false;
  const projection: Projection = {
    ...countedForms,
    name,
    on: {
      ...countedForms.on,
      FormArchived: (doc) => {
        if (!isMended) throw new Error('not yet');
        return doc && { ...doc, status: 'archived' };
      },
    },
  };
  await write(formCreated('a1'), archived('a1'));
  const running = run(stores, { projection });
  let count = 0;
  for (; count < 700; count += 50)
    await write(...Array.from({ length: 50 }, (_, n) => submitted(`as${count + n}`, { formId: 'a1' })));
  await running.reaches(await write(formCreated('a2')));
  isMended = true;
  const control = openControl({ ...stores, models: [], managers: [projection] });
  assert.is(await control.retry('unheard-of', null), null);
  assert.is(await control.retry(name, newId()), 0);
  assert.ok(((await control.retry(name, null)) ?? 0) >= 1);
  let last = 0n;
  await eventually('it is taken up', async () => {
    last = await write(submitted(`as${count++}`, { formId: 'a1' }));
    return (await control.parked(name))?.every(({ scope }) => scope.id !== 'a1');
  });
  await running.reaches(last);
  const { a1 } = await storedBy(stores.store, projection);
  assert.equal([a1?.['submission_count'], a1?.['status']], [count, 'archived']);
  await running.stop();
});

embeddedOnly(
  test,
  'EVENTSTORE_URL',
  'events are written past the log',
)(
  'an event that cannot be decoded parks its document, else its account; a skip lets the rest go on',
  async () => {
    const projection: Projection = { ...submissions, name: 'undecoded' };
    await write(submitted('u1'), submitted('u2'));
    await writeRaw('submission-u1', 'SubmissionPaymentCompleted', { none: 'of it' }, 99);
    const accounts: Projection = { ...countedForms, name: 'undecoded-forms' };
    await write(formCreated('uf1', { accountId: 'other' }));
    await writeRaw('submission-u3', 'SubmissionCreated', { none: 'of it' }, 99, 'other');
    const last = await write(submitted('u4'));
    const running = [run(stores, { projection }), run(stores, { projection: accounts })];
    for (const one of running) await one.reaches(last);
    const parked = await parkedBy(projection);
    assert.equal(parked?.map(({ scope: { kind, id }, cause }) => `${cause} ${kind} ${id}`).sort(), [
      'unreadable document u1',
      'unreadable document u3',
    ]);
    assert.match(parked?.[0]?.reason ?? '', 'version 99 is newer than 3');
    assert.ok('u4' in (await storedBy(stores.store, projection)));
    const [byAccount] = ((await parkedBy(accounts)) ?? []).filter(({ cause }) => cause === 'unreadable');
    assert.equal(byAccount?.scope, { kind: 'account', id: 'other' });
    const now = Date.now() + 5_000;
    assert.ok((await lagOf(stores.log, projection, null, now)).events > 3, 'they are counted past it');

    const control = openControl({ ...stores, models: [], managers: [projection] });
    const eventId = parked?.find(({ scope }) => scope.id === 'u1')?.event.id ?? '';
    assert.is(await control.maySkip('undecoded', newId()), 'not parked');
    assert.is(await control.maySkip('undecoded', eventId), null);
    const data = { projection: 'undecoded', eventId, reason: 'tested', at: minute(0) };
    await write({
      stream: streamOf.projection('undecoded'),
      event: { type: 'ProjectionEventSkipped', data },
    });
    await control.retry('undecoded', eventId);
    await eventually('it is taken up', async () => (await parkedBy(projection))?.length === 1);
    await Promise.all(running.map((one) => one.stop()));
  },
);

test("a document that outgrows the store's limit is parked in its last state", async () => {
  const projection: Projection = {
    ...submissions,
    name: 'large',
    on: {
      SubmissionCreated: (doc, { event }) => ({
        text:
          (typeof doc?.['text'] === 'string' ? doc['text'] : '') +
          'x'.repeat(sizes[event.data.submissionId] ?? 1),
      }),
    },
    key: ({ event }) => (event.type === 'SubmissionCreated' ? event.data.form.id : null),
    erasedBy: [],
  };
  const sizes: Record<string, number> = { l2: 17 * 1024 * 1024 };
  const last = await write(
    submitted('l1', { formId: 'l' }),
    submitted('m1', { formId: 'm' }),
    submitted('l2', { formId: 'l' }),
    submitted('l3', { formId: 'l' }),
    submitted('m2', { formId: 'm' }),
  );
  const running = run(stores, { projection });
  await running.reaches(last);
  const { l, m } = await storedBy(stores.store, projection);
  assert.equal([l?.['text'], m?._position], ['x', last]);
  const parked = (await parkedBy(projection))?.find(({ cause }) => cause === 'document');
  assert.equal([parked?.scope.id, parked?.events], ['l', 2]);
  assert.is(parked?.generation, modelId(projection));
  await running.stop();
});

test.run();
