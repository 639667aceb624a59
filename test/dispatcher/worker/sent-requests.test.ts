import { randomBytes } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openSecretBox } from '../../../commands/secret-box.ts';
import { openSentRequests } from '../../../dispatcher/worker/sent-requests.ts';
import type { SealedSecret } from '../../../domain/destination/events.ts';
import { startReceiver } from '../receiver.ts';
import { openWorld, secret } from '../world.ts';

const test = suite('the requests of a delivery');

test('shows requests as sent, even during a rotation, and marks unproven ones', async () => {
  const world = await openWorld();
  const receiver = await startReceiver((nth) => (nth === 1 ? 500 : 204));
  try {
    const destinationId = await world.configure(receiver.url);
    await world.submit();
    const [made] = await world.deliveries(destinationId, 'succeeded', 1);
    assert.ok(made);
    await world.rotate(destinationId, 'another secret');
    const sent = await openSentRequests(world.commands)(made.id);
    assert.ok(sent?.body);
    const got = receiver.received;
    assert.is(sent.attempts.length, 2);
    for (const [index, { request, signed, attempt }] of sent.attempts.entries()) {
      assert.equal([attempt, request?.url, signed], [index + 1, receiver.url, true]);
      assert.is(got[index]?.body, sent.body.toString());
      for (const [name, value] of Object.entries(request?.headers ?? {}))
        assert.is(got[index]?.headers[name.toLowerCase()], value);
    }
    // Whoever has no key to the secrets still sees what was sent, and no proof.
    const stranger = openSentRequests({ ...world.commands, secrets: openSecretBox(randomBytes(32)) });
    assert.equal(
      (await stranger(made.id))?.attempts.map(({ signed }) => signed),
      [null, null],
    );
    assert.is(await stranger('none'), null);
    const signedWith = async (previous: SealedSecret | null) => {
      const at = new Date().toISOString();
      const sealed = renewed.seal('another secret', destinationId);
      await world.command(destinationId, {
        type: 'ResealDestinationSecret',
        secret: sealed,
        previous,
        at,
      });
      const shown = await openSentRequests({ ...world.commands, secrets: renewed })(made.id);
      return shown?.attempts.map(({ signed }) => signed);
    };
    // Sealed again with another master key, and the one before is gone.
    let renewed = openSecretBox(randomBytes(32));
    assert.equal(await signedWith(null), [null, null], 'the secret that could tell is not there');
    renewed = openSecretBox(randomBytes(32));
    assert.equal(await signedWith(renewed.seal(secret, destinationId)), [true, true]);
  } finally {
    await world.close();
    receiver.close();
  }
});

test.run();
