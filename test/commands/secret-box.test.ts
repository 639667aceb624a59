import { randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSecretBox, SecretUnreadable } from '../../commands/support/secret-box.ts';

const test = suite('secret box');

const thrownBy = (run: () => unknown): Error => {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('it did not throw');
};

test('opens what it sealed, and seals each time otherwise', () => {
  const box = openSecretBox(randomBytes(32));
  const sealed = box.seal('whsec_ä€');
  assert.is(box.open(sealed), 'whsec_ä€');
  assert.is.not(box.seal('whsec_ä€').ciphertext, sealed.ciphertext);
  assert.not.match(JSON.stringify(sealed), 'whsec');
});

test('a box of the same key opens it, one of another says which key it lacks', () => {
  const key = randomBytes(32);
  const sealed = openSecretBox(key).seal('secret');
  assert.is(openSecretBox(key).open(sealed), 'secret');
  const refused = thrownBy(() => openSecretBox(randomBytes(32)).open(sealed));
  assert.instance(refused, SecretUnreadable);
  assert.match(refused.message, sealed.keyId);
});

test('while a key is replaced, what either of the two sealed opens, and the new one seals', () => {
  const [before, after] = [randomBytes(32), randomBytes(32)];
  const old = openSecretBox(before).seal('secret');
  const box = openSecretBox(after, [before]);
  const sealed = box.seal('secret');
  assert.equal([box.open(old), box.open(sealed)], ['secret', 'secret']);
  assert.equal([box.isCurrent(old), box.isCurrent(sealed)], [false, true]);
  assert.is(openSecretBox(after).open(sealed), 'secret');
  assert.instance(
    thrownBy(() => openSecretBox(before).open(sealed)),
    SecretUnreadable,
  );
});

test('a changed or shortened seal does not open', () => {
  const box = openSecretBox(randomBytes(32));
  const sealed = box.seal('secret');
  const short = Buffer.from(sealed.tag, 'base64').subarray(0, 4).toString('base64');
  for (const damage of [
    { ciphertext: Buffer.from('other!').toString('base64') },
    { nonce: '' },
    { tag: short },
  ])
    assert.instance(
      thrownBy(() => box.open({ ...sealed, ...damage })),
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
