import fc from 'fast-check';
import { hostileText } from './hostile.ts';

/** The headers of a request, in their order. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** Escapes that are right, and some that are not. */
export const escaped = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
export const hostileSegment = fc.oneof(
  hostileText.filter((text) => text !== '' && !/^\.{1,2}$/.test(text)).map(escaped),
  fc.constantFrom('%', '%zz', '%ff', '%c3', '%00', '%2f', '%u0041', 'a;b', 'none', '%2e%2e', '~', "'", '$&'),
);
export const hostileQuery = fc.oneof(
  fc.constantFrom(
    'limit=1&limit=2',
    'limit[]=1',
    'id[$gt]=',
    '__proto__=1',
    'constructor[prototype]=1',
    '%',
    'a=%zz',
    '=',
    '&&&',
    'cursor=AAAA',
    'cursor=WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl',
    'cursor=',
    'limit=NaN',
    'limit=1e3',
    'limit=-1',
    '?',
    'a=b#c',
    `a=${'x'.repeat(9_000)}`,
    'id=%00',
    'since=x&until=y',
    'projection=__proto__',
  ),
  fc.tuple(hostileText, hostileText).map(([name, value]) => `${escaped(name)}=${escaped(value)}`),
);

const plainAscii = (text: string): string => text.replace(/[\r\n\0]/g, '');
const oddHeader: fc.Arbitrary<Headers> = fc.oneof(
  fc.constantFrom<Headers>(
    [['Idempotency-Key', '']],
    [['Idempotency-Key', 'x'.repeat(300)]],
    [
      ['Idempotency-Key', 'a'],
      ['Idempotency-Key', 'b'],
    ],
    [['Idempotency-Key', 'same']],
    [['If-Match', '*']],
    [['If-Match', '"0"']],
    [['If-Match', 'W/"1", "x"']],
    [['X-Read-After', '0']],
    [['X-Read-After', 'x']],
    [['X-Read-After', '-1']],
    [['X-Read-After', '9'.repeat(40)]],
    [['Content-Encoding', 'gzip']],
    [['Accept-Encoding', 'br;q=9, *']],
    [['Accept', 'application/json']],
    [['Accept', 'text/html']],
    [['Range', 'bytes=0-1']],
    [['Expect', '100-continue']],
    [['Upgrade', 'websocket']],
    [
      ['X-Forwarded-For', '::1, x'],
      ['Forwarded', 'for=_x'],
    ],
    [['X-HTTP-Method-Override', 'DELETE']],
    [['Traceparent', '00-x']],
    [['Cookie', 'a=%zz; __Host-formlog=x; =; ;;']],
    [['X-Long', 'x'.repeat(20_000)]],
    [['Authorization', 'Basic eDp5']],
    [['Authorization', 'Bearer']],
    [['Authorization', `Bearer flg_live_${'a'.repeat(20)}_${'b'.repeat(40)}`]],
    [['X-API-Key', '\xff\xfe']],
  ),
  hostileText.map((text): Headers => [['X-Odd', plainAscii(text)]]),
  hostileText.map((text): Headers => [['Idempotency-Key', plainAscii(text)]]),
  hostileText.map((text): Headers => [['If-Match', plainAscii(text)]]),
);
export const contentType = fc.constantFrom(
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-16',
  'text/plain',
  'x',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  '',
  'a/b; c="',
);

/** Five of six times the usual value. */
export const rarely = <T>(arbitrary: fc.Arbitrary<T>, usual: T): fc.Arbitrary<T> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary });

/** Up to two headers that a client would not send; mostly none. */
export const oddHeaders: fc.Arbitrary<Headers> = rarely(
  fc.array(oddHeader, { maxLength: 2 }).map((all) => all.flat()),
  [],
);
