import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ApiFailure } from '../../../../app/cli/client/responses.ts';
import { createRetry } from '../../../../app/cli/import/retry.ts';
import { err, ok, type Result } from '../../../../domain/result.ts';

const test = suite('retrying calls');

const unreachable: ApiFailure = { kind: 'unreachable', url: 'http://x', message: 'refused' };
const refusal = (status: number, code: string, retryAfterMs: number | null = null): ApiFailure => ({
  kind: 'refused',
  status,
  code,
  message: '',
  details: null,
  requestId: null,
  retryAfterMs,
});

const options = (retryForMs = 5_000) => ({
  retryForMs,
  signal: new AbortController().signal,
  firstPauseMs: 1,
  longestPauseMs: 4,
});

/** Fails in these ways, one after the other, then succeeds. */
function failing(...failures: readonly ApiFailure[]) {
  const left = [...failures];
  const calls: number[] = [];
  const attempt = (): Promise<Result<string, ApiFailure>> => {
    calls.push(performance.now());
    const failure = left.shift();
    return Promise.resolve(failure ? err(failure) : ok('done'));
  };
  return { attempt, calls };
}

test('repeats the call through outages of every kind', async () => {
  const outages = [
    unreachable,
    refusal(500, 'server_error'),
    refusal(503, 'unavailable'),
    refusal(409, 'idempotency_in_flight'),
    { kind: 'incomprehensible', url: 'http://x', status: 502, message: 'a proxy' } as const,
  ];
  const { attempt, calls } = failing(...outages);
  assert.equal(await createRetry(options())(attempt), ok('done'));
  assert.is(calls.length, outages.length + 1);
});

test('does not repeat a call that would be refused again', async () => {
  for (const failure of [
    refusal(400, 'invalid_request'),
    refusal(401, 'invalid_key'),
    refusal(409, 'stale'),
  ]) {
    const { attempt, calls } = failing(failure);
    assert.equal(await createRetry(options())(attempt), err(failure));
    assert.is(calls.length, 1);
  }
});

test('gives up after the time limit', async () => {
  const retry = createRetry(options(30));
  let calls = 0;
  const result = await retry(() => {
    calls++;
    return Promise.resolve(err(unreachable));
  });
  assert.equal(result, err(unreachable));
  assert.ok(calls > 1);
});

test('"too many requests" delays every call for the requested time, and is not an outage', async () => {
  const retry = createRetry(options(0));
  const limited = failing(refusal(429, 'rate_limited', 60));
  const start = performance.now();
  const first = retry(limited.attempt);
  await new Promise(setImmediate);
  const other = failing();
  assert.equal(await Promise.all([first, retry(other.attempt)]), [ok('done'), ok('done')]);
  for (const call of [limited.calls[1], other.calls[0]]) assert.ok((call ?? 0) - start >= 55);
});

test('an interruption ends the wait with the last failure', async () => {
  const controller = new AbortController();
  const retry = createRetry({ ...options(), signal: controller.signal, firstPauseMs: 60_000 });
  const pending = retry(() => Promise.resolve(err(unreachable)));
  controller.abort();
  assert.equal(await pending, err(unreachable));
});

test.run();
