import { readFileSync, readdirSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { eventRegistry } from '../../domain/event-registry.ts';
import { UnreadableEvent, decode, encode } from '../../log/codec.ts';
import { rootUrl } from '../support/repository.ts';
import { metadata } from './metadata.ts';

const test = suite('event codec');
const fixtures = new URL('test/fixtures/events/', rootUrl);

const Fixture = Type.Object({ data: Type.Record(Type.String(), Type.Unknown()) });

const fixture = (name: string) =>
  Value.Parse(Fixture, JSON.parse(readFileSync(new URL(name, fixtures), 'utf8'))).data;

for (const name of readdirSync(fixtures)) {
  const [, type = '', version = ''] = /^(\w+)\.v(\d+)\.json$/.exec(name) ?? [];
  test(`${type} as version ${version} wrote it is still read`, () => {
    const decoded = decode(type, fixture(name), { schemaVersion: Number(version), ...metadata });
    assert.is(decoded?.event.type, type);
    assert.equal(decoded?.metadata, metadata);
  });
}

test('FormCreated version 1 is lifted: its slug is worked out from its title, once and for all', () => {
  const v1 = fixture('FormCreated.v1.json');
  const decoded = decode(
    'FormCreated',
    { ...v1, title: 'Été: à la mer!' },
    { schemaVersion: 1, ...metadata },
  );
  if (decoded?.event.type !== 'FormCreated') throw new Error('not decoded');
  assert.is(decoded.event.data.slug, 'ete-a-la-mer');
});

test('DestinationConfigured version 1 had no limits: it gets the usual ones', () => {
  const decoded = decode('DestinationConfigured', fixture('DestinationConfigured.v1.json'), {
    schemaVersion: 1,
    ...metadata,
  });
  if (decoded?.event.type !== 'DestinationConfigured') throw new Error('not decoded');
  const { label, concurrency, ratePerSecond } = decoded.event.data.settings;
  assert.equal([label, concurrency, ratePerSecond], ['CRM', 8, null]);
});

test('an event is read as written, with the version of its schema', () => {
  const event = decode('FormCreated', fixture('FormCreated.v1.json'), {
    schemaVersion: 1,
    ...metadata,
  })?.event;
  assert.ok(event);
  const written = encode(event, metadata);
  const stored: unknown = JSON.parse(written.metadata);
  assert.equal(stored, { schemaVersion: eventRegistry.FormCreated.version, ...metadata });
  assert.equal(decode(event.type, JSON.parse(written.data), stored), { event, metadata });
});

test('a type that is not known is passed over', () => {
  assert.is(decode('SomethingNew', {}, { schemaVersion: 1, ...metadata }), null);
  assert.is(decode('constructor', {}, { schemaVersion: 1, ...metadata }), null);
});

test('a newer version of a known type stops the reader', () => {
  assert.throws(
    () => decode('FormClosed', {}, { schemaVersion: 2, ...metadata }),
    (error: unknown) => error instanceof UnreadableEvent && /newer/.test(error.message),
  );
});

test('data that fails its schema stops the reader, which names the place and not the value', () => {
  assert.throws(
    () => decode('PlanChanged', { plan: 17, at: 'secret' }, { schemaVersion: 1, ...metadata }),
    (error: unknown) =>
      error instanceof UnreadableEvent && /\/plan/.test(error.message) && !error.message.includes('secret'),
  );
});

test('metadata that fails its schema stops the reader', () => {
  assert.throws(() => decode('PlanChanged', {}, { schemaVersion: 1 }), /metadata/);
});

test.run();
