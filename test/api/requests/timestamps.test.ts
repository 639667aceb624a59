import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { endOfRange } from '../../../api/requests/timestamps.ts';

const test = suite('ends of ranges of times');

test('a part of a millisecond is rounded up, so that a range has the same whole milliseconds', () => {
  const cases = [
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01T00:00:00.0005Z', '2026-01-01T00:00:00.001Z'],
    ['2026-01-01T00:00:00.0010000Z', '2026-01-01T00:00:00.001Z'],
    ['2026-01-01T00:00:00.9999999Z', '2026-01-01T00:00:01.000Z'],
    ['2026-01-01T01:00:00.0001+01:00', '2026-01-01T00:00:00.001Z'],
    ['9999-12-31T23:59:59.9999Z', '9999-12-31T23:59:59.999Z'],
  ] as const;
  for (const [given, end] of cases) assert.is(endOfRange(given), end, given);
});

test.run();
