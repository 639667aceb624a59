import fc from 'fast-check';
import { part, resolved, type Json } from '../support/json-schema.ts';
import { placed, textOf, type Ids, type Operation } from '../support/operations.ts';
import type { RawRequest } from './exchange.ts';
import { valueOf } from './from-schema.ts';
import { origin } from '../support/web.ts';
import { brokenJson, hostileText, mutated } from './hostile.ts';

/** A request, and what is known of the answer. */
export interface FuzzRequest {
  readonly method: string;
  /** The operation whose documented statuses apply; null where something else may answer. */
  readonly operation: Operation | null;
  readonly isApi: boolean;
  readonly raw: RawRequest;
}

/** A page of the console or a public form, with the names of the fields that it sends. */
export interface Page {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly fields: readonly string[];
}

/** What requests are made of. */
export interface FuzzTargets {
  readonly document: Json;
  readonly operations: readonly Operation[];
  readonly ids: Ids;
  readonly pages: readonly Page[];
  /** Credentials of the public API, the admin API and the console. */
  readonly key: string;
  readonly token: string;
  readonly cookie: string;
  readonly formToken: string;
}

type Headers = readonly (readonly [name: string, value: string])[];

/** Escapes that are right, and some that are not. */
const escaped = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
const hostileSegment = fc.oneof(
  hostileText.filter((text) => text !== '' && !/^\.{1,2}$/.test(text)).map(escaped),
  fc.constantFrom('%', '%zz', '%ff', '%c3', '%00', '%2f', '%u0041', 'a;b', 'none', '%2e%2e', '~', "'", '$&'),
);
const hostileQuery = fc.oneof(
  fc.constantFrom(
    ...[
      'limit=1&limit=2',
      'limit[]=1',
      'id[$gt]=',
      '__proto__=1',
      'constructor[prototype]=1',
      '%',
      'a=%zz',
      '=',
      '&&&',
    ],
    ...[
      'cursor=AAAA',
      'cursor=WyIyMDI2LTAxLTMxIl0.c2lnbmF0dXJl',
      'cursor=',
      'limit=NaN',
      'limit=1e3',
      'limit=-1',
    ],
    ...['?', 'a=b#c', `a=${'x'.repeat(9_000)}`, 'id=%00', 'since=x&until=y', 'projection=__proto__'],
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
const contentType = fc.constantFrom(
  ...[
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=utf-16',
    'text/plain',
    'x',
  ],
  ...[
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    '',
    'a/b; c="',
  ],
);

/** How a body is framed on the connection. */
type Framing =
  'length' | 'chunked' | 'bad chunk' | 'no end' | 'too long' | 'too short' | 'both' | 'twice' | 'hang up';
const framing: fc.Arbitrary<Framing> = fc.oneof(
  { weight: 40, arbitrary: fc.constant<Framing>('length') },
  { weight: 4, arbitrary: fc.constant<Framing>('chunked') },
  fc.constantFrom<Framing>('bad chunk', 'too short', 'both', 'twice', 'hang up'),
);
/** Requests whose end never comes, which wait for the time-out of requests. */
const endless = fc.constantFrom<Framing>('no end', 'too long');

/** The bytes of a request. */
function render(
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

const rarely = <T>(arbitrary: fc.Arbitrary<T>, usual: T): fc.Arbitrary<T> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary });

function bodyOf(
  { document, ids }: FuzzTargets,
  { bodySchema, example, method }: Operation,
): fc.Arbitrary<Buffer | null> {
  if (bodySchema === null && method === 'GET')
    return rarely<Buffer | null>(fc.constant(Buffer.from('{}')), null);
  const known = mutated(example ?? {});
  const made = valueOf(resolved(document, bodySchema));
  const withIds = (value: Json): Json =>
    value !== null && typeof value === 'object' && !Array.isArray(value) && 'form_id' in value
      ? { ...value, form_id: ids['forms'] ?? '' }
      : value;
  const value = fc.oneof(fc.constant(example ?? {}), known, made.map(withIds), made.chain(mutated));
  return fc.oneof(
    { weight: 6, arbitrary: value.map((each) => Buffer.from(JSON.stringify(each))) },
    { weight: 2, arbitrary: value.chain((each) => brokenJson(JSON.stringify(each))) },
    { weight: bodySchema === null ? 20 : 1, arbitrary: fc.constant(null) },
  );
}

function queryOf({ document }: FuzzTargets, { parameters }: Operation): fc.Arbitrary<string> {
  const pairs = parameters
    .filter((parameter) => part(parameter, 'in') === 'query')
    .map((parameter) =>
      fc
        .oneof(valueOf(resolved(document, part(parameter, 'schema'))), hostileText)
        .map(
          (value) =>
            `${textOf(part(parameter, 'name'))}=${escaped(typeof value === 'string' ? value : JSON.stringify(value))}`,
        ),
    );
  const fitting = pairs.length === 0 ? fc.constant('') : fc.oneof(...pairs);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    { weight: 4, arbitrary: fitting },
    {
      weight: 2,
      arbitrary: fc.array(fc.oneof(fitting, hostileQuery), { maxLength: 3 }).map((all) => all.join('&')),
    },
  );
}

/** Requests of an operation, of its right form in most parts. */
export function operationRequest(targets: FuzzTargets, operation: Operation): fc.Arbitrary<FuzzRequest> {
  const isAdmin = operation.path.startsWith('/api/admin/');
  const credentials: Headers = isAdmin
    ? [['Authorization', `Bearer ${targets.token}`]]
    : [['X-API-Key', targets.key]];
  const path = placed(operation.path, targets.ids);
  return fc
    .record({
      path: rarely(
        hostileSegment.map((segment) => operation.path.replace('{id}', segment)),
        path,
      ),
      query: queryOf(targets, operation),
      headers: rarely(
        fc.array(oddHeader, { maxLength: 2 }).map((all) => all.flat()),
        [],
      ),
      type: rarely(contentType, 'application/json'),
      body: bodyOf(targets, operation),
      how: framing,
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant<string>(operation.method) },
        fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'DELETE', 'TRACE', 'PROPFIND'),
      ),
    })
    .map(({ path, query, headers, type, body, how, method }) => {
      const all: Headers = [...credentials, ...(body ? [['Content-Type', type] as const] : []), ...headers];
      return {
        ...{ method, isApi: true },
        operation: method === operation.method ? operation : null,
        raw: render(method, query === '' ? path : `${path}?${query}`, all, body, how),
      };
    });
}

const formOf = (fields: readonly string[], token: string): fc.Arbitrary<Buffer> =>
  fc
    .array(
      fc.tuple(
        fields.length === 0 ? hostileText : fc.oneof(fc.constantFrom(...fields), hostileText),
        hostileText,
      ),
      { maxLength: 6 },
    )
    .map((pairs) =>
      [['_token', token] as const, ...pairs]
        .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
        .join('&'),
    )
    .chain((text) =>
      fc.oneof(
        { weight: 8, arbitrary: fc.constant(Buffer.from(text)) },
        fc
          .constantFrom(
            'a=%zz',
            '%',
            '=&=',
            'a'.repeat(10_000),
            '&'.repeat(30_000),
            '--x\r\nContent-Disposition: form-data',
          )
          .map((each) => Buffer.from(each)),
        fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
      ),
    );

/** Requests of a page, as browsers and others send them. */
export function pageRequest(
  { cookie, formToken }: FuzzTargets,
  { method, url, fields }: Page,
): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      query: fc.oneof(fc.constant(''), hostileQuery),
      segment: rarely(hostileSegment, ''),
      headers: rarely(
        fc.array(oddHeader, { maxLength: 2 }).map((all) => all.flat()),
        [],
      ),
      type: rarely(contentType, 'application/x-www-form-urlencoded'),
      body: method === 'POST' ? formOf(fields, formToken) : fc.constant(null),
      how: framing,
    })
    .map(({ query, segment, headers, type, body, how }) => {
      const path = segment === '' ? url : url.replace(/[^/?]+(?=\?|$)/, segment);
      const target = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
      const own: Headers = [
        ['Cookie', cookie],
        ['Accept', 'text/html'],
        ['Origin', origin],
      ];
      const all: Headers = [...own, ...(body ? [['Content-Type', type] as const] : []), ...headers];
      return { ...{ method, operation: null, isApi: false }, raw: render(method, target, all, body, how) };
    });
}

/** Requests that are hardly HTTP, and requests that never end. */
export function brokenRequest({ key }: FuzzTargets): fc.Arbitrary<FuzzRequest> {
  const lines = fc.constantFrom(
    ...[
      'GET * HTTP/1.1',
      'OPTIONS * HTTP/1.1',
      'GET ftp://x HTTP/1.1',
      'GET http://h/f/x HTTP/1.1',
      'CONNECT a:1 HTTP/1.1',
    ],
    ...[
      'GET / HTTP/9.9',
      'GET /',
      'get / HTTP/1.1',
      'GET  / HTTP/1.1',
      'PRI * HTTP/2.0',
      'FOO / HTTP/1.1',
      '\x16\x03\x01',
    ],
    ...[
      'GET /f/\xff HTTP/1.1',
      'GET /%ff HTTP/1.1',
      'GET //console// HTTP/1.1',
      'GET /console/../api HTTP/1.1',
      'GET /F/ HTTP/1.1',
    ],
  );
  const broken = fc
    .tuple(
      lines,
      fc.constantFrom(
        'Host: localhost',
        'Host: a\r\nHost: b',
        'Host: x y',
        'No colon',
        ' folded',
        'A\0: b',
        '',
      ),
    )
    .map(([line, header]): FuzzRequest => {
      const parts = [Buffer.from(`${line}\r\n${header}\r\nConnection: close\r\n\r\n`, 'latin1')];
      return { ...{ method: 'HEAD', operation: null, isApi: false }, raw: { parts, hangsUp: false } };
    });
  const waiting = endless.map((how): FuzzRequest => {
    const headers: Headers = [
      ['X-API-Key', key],
      ['Content-Type', 'application/json'],
    ];
    const raw = render('PATCH', '/api/public/v1/forms', headers, Buffer.from('{"id":'), how);
    return { ...{ method: 'PATCH', operation: null, isApi: true }, raw };
  });
  return fc.oneof({ weight: 30, arbitrary: broken }, waiting);
}
