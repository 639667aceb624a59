import fc from 'fast-check';
import type { RawRequest } from './exchange.ts';
import type { Headers } from './request-parts.ts';

/** How a body is framed on the connection. */
export type Framing =
  'length' | 'chunked' | 'bad chunk' | 'no end' | 'too long' | 'too short' | 'both' | 'twice' | 'hang up';
export const framing: fc.Arbitrary<Framing> = fc.oneof(
  { weight: 40, arbitrary: fc.constant<Framing>('length') },
  { weight: 4, arbitrary: fc.constant<Framing>('chunked') },
  fc.constantFrom<Framing>('bad chunk', 'too short', 'both', 'twice', 'hang up'),
);
/** Requests whose end never comes, which wait for the time-out of requests. */
export const endless = fc.constantFrom<Framing>('no end', 'too long');

/** The bytes of a request. */
export function render(
  method: string,
  target: string,
  headers: Headers,
  body: Buffer | null,
  how: Framing,
): RawRequest {
  const given: (readonly [string, string])[] = [
    ['Host', 'forms.example'],
    ['Connection', 'close'],
    ...headers,
  ];
  const length = body?.length ?? 0;
  const chunk = Buffer.concat([
    Buffer.from(`${length.toString(16)}\r\n`),
    body ?? Buffer.alloc(0),
    Buffer.from('\r\n'),
  ]);
  const end = Buffer.from('0\r\n\r\n');
  let sent: Buffer[] = body === null ? [] : [body];
  if (how === 'length' && body !== null) given.push(['Content-Length', String(length)]);
  if (how === 'too long' || how === 'hang up') given.push(['Content-Length', String(length + 10)]);
  if (how === 'too short') given.push(['Content-Length', String(Math.max(0, length - 1))]);
  if (how === 'twice') given.push(['Content-Length', String(length)], ['Content-Length', String(length + 1)]);
  if (how === 'both') given.push(['Content-Length', String(length)]);
  if (['chunked', 'bad chunk', 'no end', 'both'].includes(how)) given.push(['Transfer-Encoding', 'chunked']);
  const isEmpty = length === 0;
  if (how === 'chunked' || how === 'both') sent = isEmpty ? [end] : [chunk, end];
  if (how === 'no end') sent = isEmpty ? [] : [chunk];
  if (how === 'bad chunk') sent = [Buffer.from('zz\r\n'), ...sent];
  const head = [`${method} ${target} HTTP/1.1`, ...given.map(([name, value]) => `${name}: ${value}`)];
  return {
    parts: [Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), ...sent],
    hangsUp: how === 'hang up',
  };
}
