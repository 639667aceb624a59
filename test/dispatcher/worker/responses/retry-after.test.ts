import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { retryAfter } from '../../../../dispatcher/worker/responses/retry-after.ts';
import { postTo } from '../posting.ts';

const test = suite('Retry-After');
const now = Date.parse('2026-03-02T12:00:00Z');

const cases: readonly (readonly [header: string | string[] | undefined, ms: number | null])[] = [
  ['120', 120_000],
  ['0', 0],
  [' 120 ', 120_000],
  ['2.0', 2_000],
  ['1.5', 1_500],
  ['30s', 30_000],
  ['30 s', 30_000],
  [['1', '20', '3'], 20_000],
  ['1, 20', 20_000],
  [['soon', '7'], 7_000],
  ['Mon, 02 Mar 2026 12:01:00 GMT', 60_000],
  ['Monday, 02-Mar-26 12:01:00 GMT', 60_000],
  ['Mon Mar  2 12:01:00 2026', 60_000],
  ['Mon, 02 Mar 2026 11:00:00 GMT', 0],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  [['Mon, 02 Mar 2026 12:01:00 GMT', '5'], 60_000],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  [undefined, null],
  ['', null],
  [[], null],
  ['-5', null],
  ['+5', null],
  ['1e3', null],
  ['0x10', null],
  ['.', null],
  ['soon', null],
  ['5 minutes', null],
  ['2026-03-03', null],
  ['2026-03-03T12:00:00Z', null],
  ['March 3, 2026', null],
  ['Tue, 03 Mar 2026 12:00:00 +0100', null],
];
for (const [header, ms] of cases)
  test(`${JSON.stringify(header ?? 'absent').slice(0, 60)} means ${ms}`, () =>
    assert.is(retryAfter(header, now), ms));

test('law: every HTTP date is read to the second', () => {
  const date = fc.date({ min: new Date(now), max: new Date('2099-12-31T23:59:59Z'), noInvalidDate: true });
  fc.assert(
    fc.property(date, (at) => {
      const whole = Math.floor(at.getTime() / 1000) * 1000;
      assert.is(retryAfter(new Date(whole).toUTCString(), now), Math.max(0, whole - now));
    }),
  );
});

test('law: whatever the header contains, the delay is null or a valid number', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      const delay = retryAfter(header, now);
      assert.ok(delay === null || (delay >= 0 && Number.isFinite(delay)));
    }),
  );
});

test('repeated headers are read one by one', async () => {
  const { retryAfterMs } = await postTo((_, response) =>
    response.writeHead(503, ['Retry-After', '2.0', 'retry-after', ' 4 ']).end(),
  );
  assert.is(retryAfterMs, 4_000);
});

test.run();
