import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createParser, type Operation } from '../src/parser.ts';

const test = suite('embedded nats: parser');

function parse(bytes: Buffer, cuts: readonly number[] = []): Operation[] {
  const push = createParser(1000);
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).flatMap((end, index) => [...push(bytes.subarray(at[index], end))]);
}

const token = fc.stringMatching(/^[a-z$_*>]{1,5}$/);
const payload = fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes));
const command = fc.oneof(
  fc.constant(Buffer.from('PING\r\n')),
  fc.tuple(token, token).map(([subject, sid]) => Buffer.from(`SUB ${subject} ${sid}\r\n`)),
  fc.tuple(token, fc.nat(99)).map(([sid, max]) => Buffer.from(`UNSUB ${sid} ${max}\r\n`)),
  fc
    .tuple(token, payload)
    .map(([subject, body]) =>
      Buffer.concat([Buffer.from(`PUB ${subject} ${body.length}\r\n`), body, Buffer.from('\r\n')]),
    ),
  fc.tuple(token, payload).map(([subject, body]) => {
    const head = Buffer.from('NATS/1.0\r\n\r\n');
    const line = `HPUB ${subject} r ${head.length} ${head.length + body.length}\r\n`;
    return Buffer.concat([Buffer.from(line), head, body, Buffer.from('\r\n')]);
  }),
);
const cuts = fc.array(fc.nat(), { maxLength: 20 });

test('reads the same commands however the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 20 }), cuts, (commands, at) => {
      const bytes = Buffer.concat(commands);
      const whole = parse(bytes);
      assert.is(whole.length, commands.length);
      assert.not(whole.some(({ op }) => op === 'refused'));
      assert.equal(parse(bytes, at), whole);
    }),
  );
});

test('stops at the first malformed operation, for any bytes and any cut, and never throws', () => {
  const bytes = fc.array(fc.oneof(command, payload), { maxLength: 8 }).map((parts) => Buffer.concat(parts));
  fc.assert(
    fc.property(bytes, cuts, (all, at) => {
      const whole = parse(all);
      assert.equal(parse(all, at), whole);
      const refusal = whole.findIndex(({ op }) => op === 'refused');
      assert.ok(refusal === -1 || refusal === whole.length - 1);
    }),
  );
});

test('reads a payload that comes byte by byte', () => {
  const body = Buffer.from('0123456789'.repeat(300));
  const bytes = Buffer.concat([Buffer.from(`PUB a ${body.length}\r\n`), body, Buffer.from('\r\nPING\r\n')]);
  const push = createParser(body.length);
  const read = [...bytes].flatMap((byte) => [...push(Buffer.of(byte))]);
  assert.equal(
    read.map((one) => (one.op === 'pub' ? one.payload.toString() : one.op)),
    [body.toString(), 'ping'],
  );
});

test('ignores all bytes after a refusal', () => {
  const push = createParser(1000);
  assert.equal([...push(Buffer.from('FOO\r\n'))], [{ op: 'refused', reason: 'Unknown Protocol Operation' }]);
  assert.equal([...push(Buffer.from('PING\r\n'))], []);
});

test.run();
