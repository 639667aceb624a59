import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { claimRequest } from '../../../api/requests/claim-request.ts';
import type { BeginResult } from '../../../coordination/idempotency-store.ts';

const test = suite('claiming a request');
const reply = { headers: {}, body: '{}' };
const claim = { id: 'a', token: 't', requestId: 'r' };

/**
 * A request that another process claimed, in a time that only pauses let pass.
 * @param seenAt how its claim is seen at a time
 * @param answeredAt when that process stores its answer
 */
function claimedByAnother(seenAt: (ms: number) => string, answeredAt = Infinity) {
  let ms = 0;
  const store = {
    async begin(_id: string, _hash: string, lapsed?: string): Promise<BeginResult> {
      const seen = seenAt(ms);
      if (ms >= answeredAt) return { state: 'answered', reply };
      return lapsed === seen ? { state: 'new', claim } : { state: 'in flight', seen };
    },
  };
  const time = { now: () => ms, pause: async (pauseMs: number) => void (ms += pauseMs) };
  return { claimed: () => claimRequest(store, 'a', 'h', time), elapsed: () => ms };
}

const renewedEverySecond = (ms: number): string => `t ${Math.floor(ms / 1_000)}`;

test('a repetition waits for the response of the request in progress', async () => {
  const { claimed, elapsed } = claimedByAnother(renewedEverySecond, 400);
  assert.equal(await claimed(), { state: 'answered', reply });
  assert.ok(elapsed() < 700, 'soon after it is there');
});

test('a request that renews its claim keeps it, and the wait for it is limited', async () => {
  const { claimed, elapsed } = claimedByAnother(renewedEverySecond);
  assert.is((await claimed()).state, 'in flight');
  assert.ok(elapsed() >= 5_000 && elapsed() < 6_000);
});

test('the claim of a dead process is taken over after three seconds', async () => {
  const { claimed, elapsed } = claimedByAnother(() => 't 0');
  assert.equal(await claimed(), { state: 'new', claim });
  assert.ok(elapsed() >= 3_000 && elapsed() < 3_500);
});

test('a claim that cannot be read yet has not lapsed', async () => {
  assert.is((await claimedByAnother(() => '').claimed()).state, 'in flight');
});

test.run();
