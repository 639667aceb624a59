import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DeliveryEvent } from '../../domain/delivery/events.ts';
import { recordedPlanOf } from '../../domain/delivery/subject.ts';
import { eventRegistry } from '../../domain/event-registry.ts';
import type { SubmissionCreated } from '../../domain/submission/events.ts';
import { decode, encode, UnreadableEvent } from '../../log/codec.ts';
import { arrived, subject } from '../domain/delivery/samples.ts';
import { rootUrl } from '../support/repository.ts';
import { metadata } from './metadata.ts';

const test = suite('event codec');
const stream = 'form-f1';
const fixtures = new URL('test/fixtures/events/', rootUrl);

const Fixture = Type.Object({ data: Type.Record(Type.String(), Type.Unknown()) });

const fixture = (name: string) =>
  Value.Parse(Fixture, JSON.parse(readFileSync(new URL(name, fixtures), 'utf8'))).data;

/** A submission as commands make it. */
const created: SubmissionCreated = {
  type: 'SubmissionCreated',
  data: {
    submissionId: 's-1',
    accountId: 'acc',
    form: { id: 'f', revision: 3 },
    answers: ['Ann', null],
    isComplete: true,
    source: 'form',
    at: '2026-03-01T12:00:00.000Z',
  },
};

for (const name of readdirSync(fixtures)) {
  const [, type = '', version = ''] = /^(\w+)\.v(\d+)\.json$/.exec(name) ?? [];
  test(`${type} of version ${version} is still read`, () => {
    const decoded = decode(type, fixture(name), { schemaVersion: Number(version), ...metadata }, stream);
    assert.is(decoded?.event.type, type);
    assert.equal(decoded?.metadata, metadata);
  });
}

test('FormCreated version 1 gets its slug from its title, always the same', () => {
  const v1 = fixture('FormCreated.v1.json');
  const decoded = decode(
    'FormCreated',
    { ...v1, title: 'Été: à la mer!' },
    { schemaVersion: 1, ...metadata },
    stream,
  );
  if (decoded?.event.type !== 'FormCreated') throw new Error('not decoded');
  assert.is(decoded.event.data.slug, 'ete-a-la-mer');
});

test('SubmissionCreated version 1 keeps its copied labels; version 2 names the revision of the form', () => {
  const read = (version: number) => {
    const name = `SubmissionCreated.v${version}.json`;
    const stored = { schemaVersion: version, ...metadata };
    const event = decode('SubmissionCreated', fixture(name), stored, 'submission-sub-01')?.event;
    if (event?.type !== 'SubmissionCreated') throw new Error('not decoded');
    return event.data;
  };
  const [v1, v2] = [read(1), read(2)];
  const question = (fieldId: string, key: string, label: string, kind: string) => ({
    fieldId,
    key,
    label,
    kind,
  });
  assert.equal(v1.form, {
    id: 'form-01',
    title: 'Contact us',
    slug: 'contact-us',
    status: 'published',
    version: 1,
    questions: [
      question('q-01', 'name', 'Name', 'short_text'),
      question('q-02', 'topic', 'Topic', 'single_choice'),
      question('q-03', 'service', 'Service', 'matrix'),
      question('q-04', 'score', 'Score', 'scale'),
    ],
  });
  assert.equal(v2.form, { id: 'form-01', revision: 2 });
  assert.equal(v1.answers, v2.answers);
  assert.equal([v1.submissionId, v1.accountId], ['sub-01', 'acc-01'], 'as stored');
  assert.equal([v2.submissionId, v2.accountId], ['sub-01', 'acc'], 'as its envelope has them');
});

test('data of the envelope is not stored twice, and read back', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('acc', 'other'),
      fc.constantFrom('s-1', 'other'),
      (accountId, submissionId) => {
        const { data } = created;
        const event = { ...created, data: { ...data, accountId, submissionId } };
        const written = encode(event, metadata, 'submission-s-1');
        assert.is(written.data.includes('accountId'), accountId === 'other');
        assert.is(written.data.includes('submissionId'), submissionId === 'other');
        const stored: unknown = JSON.parse(written.metadata);
        assert.equal(decode(event.type, JSON.parse(written.data), stored, 'submission-s-1')?.event, event);
      },
    ),
  );
});

test('a plan of a delivery is stored without the parts that its envelope and its event hold', () => {
  const ofDelivery = 'delivery-dl1';
  const { data } = arrived(1) as Extract<DeliveryEvent, { type: 'DeliveryAttempted' }>;
  const change = fc.record(
    {
      accountId: fc.constantFrom('acc', 'other'),
      deliveryId: fc.constantFrom('dl1', 'other'),
      eventId: fc.constantFrom(metadata.causationId, 'other'),
      destinationId: fc.constantFrom('d1', 'other'),
      includedFields: fc.array(fc.constant('q1')),
    },
    { requiredKeys: ['accountId', 'deliveryId', 'eventId', 'destinationId'] },
  );
  fc.assert(
    fc.property(change, ({ includedFields, ...ids }) => {
      const planned = { ...recordedPlanOf(subject), ...ids, ...(includedFields && { includedFields }) };
      for (const event of [
        { type: 'DeliveryAttempted', data: { ...data, planned } },
        { type: 'DeliveryReplayRequested', data: { dueAt: data.at, planned, at: data.at } },
      ] as const) {
        const written = encode(event, metadata, ofDelivery);
        for (const id of ['accountId', 'deliveryId', 'eventId'] as const)
          assert.is(written.data.includes(id), ids[id] === 'other', id);
        // A replay names the destination nowhere else.
        const names = written.data.split('destinationId').length - 1;
        assert.is(names, event.type === 'DeliveryAttempted' && ids.destinationId === 'other' ? 2 : 1);
        const stored: unknown = JSON.parse(written.metadata);
        assert.equal(decode(event.type, JSON.parse(written.data), stored, ofDelivery)?.event, event);
      }
    }),
  );
});

test('an event of a delivery without a plan is stored as it is', () => {
  const event = arrived(2);
  const written = encode(event, metadata, 'delivery-dl1');
  assert.equal(JSON.parse(written.data), event.data);
});

test('DestinationConfigured version 1 has no limits, and gets the default ones', () => {
  const decoded = decode(
    'DestinationConfigured',
    fixture('DestinationConfigured.v1.json'),
    {
      schemaVersion: 1,
      ...metadata,
    },
    stream,
  );
  if (decoded?.event.type !== 'DestinationConfigured') throw new Error('not decoded');
  const { label, concurrency, ratePerSecond } = decoded.event.data.settings;
  assert.equal([label, concurrency, ratePerSecond], ['CRM', 8, null]);
});

test('an event is read as written, with the version of its schema', () => {
  const event = decode(
    'FormCreated',
    fixture('FormCreated.v1.json'),
    {
      schemaVersion: 1,
      ...metadata,
    },
    stream,
  )?.event;
  assert.ok(event);
  const written = encode(event, metadata, stream);
  const stored: unknown = JSON.parse(written.metadata);
  assert.equal(stored, { schemaVersion: eventRegistry.FormCreated.version, ...metadata });
  assert.equal(decode(event.type, JSON.parse(written.data), stored, stream), { event, metadata });
});

test('an unknown type is skipped', () => {
  assert.is(decode('SomethingNew', {}, { schemaVersion: 1, ...metadata }, stream), null);
  assert.is(decode('constructor', {}, { schemaVersion: 1, ...metadata }, stream), null);
});

test('a newer version of a known type stops the reader', () => {
  assert.throws(
    () => decode('FormClosed', {}, { schemaVersion: 2, ...metadata }, stream),
    (error: unknown) => error instanceof UnreadableEvent && /newer/.test(error.message),
  );
});

test('invalid data stops the reader, which names the path but not the value', () => {
  assert.throws(
    () => decode('PlanChanged', { plan: 17, at: 'secret' }, { schemaVersion: 1, ...metadata }, stream),
    (error: unknown) =>
      error instanceof UnreadableEvent && /\/plan/.test(error.message) && !error.message.includes('secret'),
  );
});

test('a causation id equal to the correlation id is omitted, and read back', () => {
  const event = { type: 'PlanChanged', data: { plan: 'free', at: '2026-01-01T00:00:00.000Z' } } as const;
  const own = { ...metadata, causationId: metadata.correlationId };
  const stored: unknown = JSON.parse(encode(event, own, stream).metadata);
  const { causationId: _, ...kept } = own;
  assert.equal(stored, { schemaVersion: eventRegistry.PlanChanged.version, ...kept });
  assert.equal(decode(event.type, event.data, stored, stream)?.metadata, own);
});

test('invalid metadata stops the reader', () => {
  assert.throws(() => decode('PlanChanged', {}, { schemaVersion: 1 }, stream), /metadata/);
});

test.run();
