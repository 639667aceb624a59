import { createCipheriv, randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSecretBox, SecretUnreadable } from '../../commands/secret-box.ts';

const test = suite('secret box');

const thrownBy = (run: () => unknown): Error => {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('it did not throw');
};

test('opens a text that it sealed, and seals it differently each time', () => {
  const box = openSecretBox(randomBytes(32));
  const sealed = box.seal('whsec_ä€', 'd');
  assert.is(box.open(sealed, 'd'), 'whsec_ä€');
  assert.is.not(box.seal('whsec_ä€', 'd').ciphertext, sealed.ciphertext);
  assert.not.match(JSON.stringify(sealed), 'whsec');
});

test('a box with the same key opens it, one with another key names the missing key', () => {
  const key = randomBytes(32);
  const sealed = openSecretBox(key).seal('secret', 'd');
  assert.is(openSecretBox(key).open(sealed, 'd'), 'secret');
  const refused = thrownBy(() => openSecretBox(randomBytes(32)).open(sealed, 'd'));
  assert.instance(refused, SecretUnreadable);
  assert.match(refused.message, sealed.keyId);
});

test('during a change of the key both keys open, and the new one seals', () => {
  const [before, after] = [randomBytes(32), randomBytes(32)];
  const old = openSecretBox(before).seal('secret', 'd');
  const box = openSecretBox(after, [before]);
  const sealed = box.seal('secret', 'd');
  assert.equal([box.open(old, 'd'), box.open(sealed, 'd')], ['secret', 'secret']);
  assert.equal([box.isCurrent(old), box.isCurrent(sealed)], [false, true]);
  assert.is(openSecretBox(after).open(sealed, 'd'), 'secret');
  assert.instance(
    thrownBy(() => openSecretBox(before).open(sealed, 'd')),
    SecretUnreadable,
  );
});

test('a secret that was copied to another destination does not open there', () => {
  const box = openSecretBox(randomBytes(32));
  const { version: _, ...unbound } = box.seal('secret', 'd');
  for (const copied of [box.seal('secret', 'd'), unbound])
    assert.instance(
      thrownBy(() => box.open(copied, 'another')),
      SecretUnreadable,
    );
});

test('a secret of version 1 still opens, and is not current', () => {
  const key = Buffer.alloc(32, 1);
  const nonce = Buffer.alloc(12, 2);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const ciphertext = Buffer.concat([cipher.update('secret'), cipher.final()]).toString('base64');
  const box = openSecretBox(key);
  const tag = cipher.getAuthTag().toString('base64');
  const old = { keyId: box.keyIds[0] ?? '', nonce: nonce.toString('base64'), ciphertext, tag };
  assert.is(box.open(old, 'd'), 'secret');
  assert.is(box.isCurrent(old), false);
});

test('a changed or truncated sealed text does not open', () => {
  const box = openSecretBox(randomBytes(32));
  const sealed = box.seal('secret', 'd');
  const short = Buffer.from(sealed.tag, 'base64').subarray(0, 4).toString('base64');
  for (const damage of [
    { ciphertext: Buffer.from('other!').toString('base64') },
    { nonce: '' },
    { tag: short },
  ])
    assert.instance(
      thrownBy(() => box.open({ ...sealed, ...damage }, 'd')),
      SecretUnreadable,
    );
});

test('a master key has 32 bytes', () => {
  assert.instance(
    thrownBy(() => openSecretBox(Buffer.from('short'))),
    RangeError,
  );
  assert.instance(
    thrownBy(() => openSecretBox(randomBytes(32), [Buffer.from('short')])),
    RangeError,
  );
});

test.run();
