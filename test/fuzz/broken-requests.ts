import fc from 'fast-check';
import { endless, render } from './framing.ts';
import type { FuzzRequest, FuzzTargets } from './fuzz-request.ts';
import type { Headers } from './request-parts.ts';

/** Requests that are hardly HTTP, and requests that never end. */
export function brokenRequest({ key }: FuzzTargets): fc.Arbitrary<FuzzRequest> {
  const lines = fc.constantFrom(
    'GET * HTTP/1.1',
    'OPTIONS * HTTP/1.1',
    'GET ftp://x HTTP/1.1',
    'GET http://h/f/x HTTP/1.1',
    'CONNECT a:1 HTTP/1.1',
    'GET / HTTP/9.9',
    'GET /',
    'get / HTTP/1.1',
    'GET  / HTTP/1.1',
    'PRI * HTTP/2.0',
    'FOO / HTTP/1.1',
    '\x16\x03\x01',
    'GET /f/\xff HTTP/1.1',
    'GET /%ff HTTP/1.1',
    'GET //console// HTTP/1.1',
    'GET /console/../api HTTP/1.1',
    'GET /F/ HTTP/1.1',
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
      return { method: 'HEAD', operation: null, isApi: false, raw: { parts, hangsUp: false } };
    });
  const waiting = endless.map((how): FuzzRequest => {
    const headers: Headers = [
      ['X-API-Key', key],
      ['Content-Type', 'application/json'],
    ];
    const raw = render('PATCH', '/api/public/v1/forms', headers, Buffer.from('{"id":'), how);
    return { method: 'PATCH', operation: null, isApi: true, raw };
  });
  return fc.oneof({ weight: 30, arbitrary: broken }, waiting);
}
