import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hashOf, isKeyOf, keyIdOf, makeApiKey } from '../../../commands/api-key/api-key.ts';
import { newId } from '../../../log/ids.ts';

const test = suite('api key');

test('a key contains its id', () => {
  const keyId = newId();
  const key = makeApiKey(keyId);
  assert.match(key, /^flg_live_[0-9A-Za-z]{20}_[0-9A-Za-z]{38}$/);
  assert.is(keyIdOf(key), keyId);
});

test('every mistyped character is detected without a look-up', () => {
  const key = makeApiKey(newId());
  for (let at = 'flg_live_'.length; at < key.length; at++) {
    if (key[at] === '_') continue;
    const typo = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1);
    assert.is(keyIdOf(typo), null, `typo at ${at}`);
  }
});

test('a text that is not a key has no id', () => {
  for (const text of [
    '',
    'flg_live_',
    makeApiKey(newId()).replace('live', 'test'),
    `${makeApiKey(newId())}x`,
  ])
    assert.is(keyIdOf(text), null);
});

test('only the key itself matches its hash', () => {
  const keyId = newId();
  const key = makeApiKey(keyId);
  assert.ok(isKeyOf(hashOf(key), key));
  assert.not(isKeyOf(hashOf(key), makeApiKey(keyId)));
  assert.not(isKeyOf('', key));
});

test.run();
