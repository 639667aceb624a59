import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { syncOf } from '../src/concerns.ts';
import { readModelUrl } from '../src/read-model-url.ts';
import { doc, type Value } from '../src/wire/value.ts';

const test = suite('mongodb: when a write is on disk');

const syncWith = (concern?: Record<string, Value>): string => syncOf(concern && doc(concern));

test('before it is answered, unless the client allows a later sync', () => {
  assert.is(syncWith(), 'now');
  assert.is(syncWith({ w: 1 }), 'now');
  assert.is(syncWith({ w: 1, j: true }), 'now');
  assert.is(syncWith({ w: 1, j: false }), 'soon');
  assert.is(syncWith({ j: false }), 'soon');
});

test('before it is answered to a client that asks for a majority, which has it in its journals', () => {
  assert.is(syncWith({ w: 'majority' }), 'now');
  assert.is(syncWith({ w: 'majority', j: false }), 'now');
});

test('soon, for read models', () => {
  const url = readModelUrl('mongodb://127.0.0.1:27017/?directConnection=true');
  assert.is(url, 'mongodb://127.0.0.1:27017/?directConnection=true&w=1&journal=false');
});

test.run();
