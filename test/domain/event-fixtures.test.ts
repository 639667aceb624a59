import { readdirSync, readFileSync } from 'node:fs';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Envelope } from '../../domain/event.ts';
import { eventRegistry } from '../../domain/event-registry.ts';
import { rootUrl } from '../support/repository.ts';

const test = suite('event fixtures');
const folder = new URL('test/fixtures/events/', rootUrl);

const shipped = Object.entries(eventRegistry).flatMap(([type, definition]) =>
  Array.from({ length: definition.version }, (_, index) => ({ type, definition, version: index + 1 })),
);
const Fixture = Type.Object(
  { data: Type.Record(Type.String(), Type.Unknown()) },
  { additionalProperties: false },
);

test('every version of every event has one fixture', () => {
  const expected = shipped.map(({ type, version }) => `${type}.v${version}.json`);
  assert.equal(readdirSync(folder).sort(), expected.sort());
});

type Data = Record<string, unknown>;

/** Adds the members that the envelope of an event holds, to the data or to the part of it that they belong to. */
function withEnvelope(
  { account, stream, causation, within, repeated = [] }: Envelope = {},
  data: Data,
): Data {
  const names = [account, stream, causation, ...repeated];
  const held = Object.fromEntries(names.flatMap((name) => (name === undefined ? [] : [[name, 'x']])));
  if (within === undefined) return { ...held, ...data };
  const part = data[within];
  return typeof part === 'object' ? { ...data, [within]: { ...held, ...part } } : data;
}

for (const { type, definition, version } of shipped)
  test(`${type} of version ${version} can be read`, () => {
    const text = readFileSync(new URL(`${type}.v${version}.json`, folder), 'utf8');
    let { data } = Value.Parse(Fixture, JSON.parse(text));
    for (let old = version; old < definition.version; old++) {
      const lift = definition.upcasters[old];
      assert.ok(lift, `${type} cannot be lifted from version ${old}`);
      data = lift(data);
    }
    // The envelope of the event holds these.
    data = withEnvelope(definition.envelope, data);
    assert.equal([...Value.Errors(definition.schema, data)], []);
    // A member that the schema does not know would be lost on the way.
    assert.equal(Value.Clean(definition.schema, structuredClone(data)), data);
  });

test.run();
