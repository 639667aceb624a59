import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { chain, follows, unchain } from '../../log/hash-chain.ts';

const test = suite('hash chain');

/** Whether lines are a whole chain. */
function holds(lines: readonly string[]): boolean {
  let previous = '';
  for (const line of lines) {
    const linked = unchain(line);
    if (!linked || !follows(previous, linked)) return false;
    previous = linked.hash;
  }
  return true;
}

function chained(records: readonly object[]): string[] {
  let previous = '';
  return records.map((record) => {
    const { line, hash } = chain(previous, record);
    previous = hash;
    return line;
  });
}

const records = fc.array(fc.record({ n: fc.integer(), data: fc.jsonValue() }), {
  minLength: 2,
  maxLength: 8,
});

test('a chained line verifies, and is the same JSON with a hash', () => {
  fc.assert(
    fc.property(records, (list) => {
      const lines = chained(list);
      assert.ok(holds(lines));
      for (const [index, line] of lines.entries()) {
        const { hash, ...rest } = JSON.parse(line) as Record<string, unknown>;
        assert.type(hash, 'string');
        assert.is(JSON.stringify(rest), JSON.stringify(JSON.parse(JSON.stringify(list[index]))));
      }
    }),
  );
});

test('a changed, missing, added or moved line breaks the chain', () => {
  fc.assert(
    fc.property(records, fc.nat(), fc.nat(), (list, a, b) => {
      const numbered = list.map((record, index) => ({ ...record, index }));
      const lines = chained(numbered);
      const at = a % (lines.length - 1);
      const without = lines.filter((_, index) => index !== at);
      assert.not.ok(holds(without), 'left out');
      const extra = [...lines.slice(0, at + 1), lines[at] ?? '', ...lines.slice(at + 1)];
      assert.not.ok(holds(extra), 'put in');
      const line = lines[at] ?? '';
      const place = b % (line.length - 1);
      const other = line.charAt(place) === 'x' ? 'y' : 'x';
      const changed = line.slice(0, place) + other + line.slice(place + 1);
      assert.not.ok(holds(lines.with(at, changed)), 'changed');
    }),
  );
});

test.run();
