import fc from 'fast-check';
import { origin } from '../support/web.ts';
import { framing, render } from './framing.ts';
import type { FuzzRequest, FuzzTargets, Page } from './fuzz-request.ts';
import { hostileText } from './hostile.ts';
import {
  contentType,
  escaped,
  type Headers,
  hostileQuery,
  hostileSegment,
  oddHeaders,
  rarely,
} from './request-parts.ts';

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
      headers: oddHeaders,
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
      return { method, operation: null, isApi: false, raw: render(method, target, all, body, how) };
    });
}
