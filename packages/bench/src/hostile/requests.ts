import type { Genes } from './search.ts';
import { pick, says, sized, textOf } from './sizes.ts';

/** A request of a stranger, or of the holder of a key. */
export interface HostileRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly type?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the request goes without the key. */
  readonly isAnonymous?: boolean;
}

const urlencoded = 'application/x-www-form-urlencoded';

export const jsonRequest = (
  path: string,
  body: unknown,
  method: HostileRequest['method'] = 'POST',
): HostileRequest => ({ method, path, type: 'application/json', body: JSON.stringify(body) });

export const formRequest = (path: string, body: string): HostileRequest => ({
  method: 'POST',
  path,
  type: urlencoded,
  body,
});

/** Half an escape at the end of a text that was cut. */
const halfEscape = /%[^&]{0,11}$/;

/** A form that a browser would not send. @param keys the names of the form's fields */
export function hostileSending(
  genes: Genes,
  path: string,
  keys: readonly string[],
  token: string,
): HostileRequest {
  const [count, own, letter, length, parts, same, type] = genes;
  const names = sized(count, 6_000);
  const plain = textOf(letter, length, Math.max(1, Math.min(2_000_000, 2_100_000 / names)));
  // Programs need to encode only these characters, and so get more text into a body than browsers do.
  const text = says(genes, 7) ? plain.replace(/[&+%=\n]/g, encodeURIComponent) : encodeURIComponent(plain);
  const pairs = Array.from({ length: names }, (_, n) => {
    if (says(genes, 8)) return n % 2 === 0 ? `keptLabel=x${n}` : `keptText=${text}`;
    const key = n / 6_000 < (own ?? 0) ? pick(keys, (n % keys.length) / keys.length) : `x${n}`;
    const name = (parts ?? 0) > 0.7 ? `${key}.${n}` : (same ?? 0) > 0.7 ? pick(keys, 0) : key;
    return `${name}=${text}`;
  });
  const body = [`formToken=${says(genes, 9) ? 'none' : encodeURIComponent(token)}`, ...pairs]
    .join('&')
    .slice(0, 2_097_000)
    .replace(halfEscape, '');
  const boundary = 'multipart/form-data; boundary=x';
  return { ...formRequest(path, body), type: (type ?? 0) > 0.95 ? boundary : urlencoded };
}

/** JSON that a client would not send. @param around what stands around the hostile members */
export function hostileJson(
  genes: Genes,
  path: string,
  around: (members: unknown) => unknown,
  method: HostileRequest['method'] = 'POST',
): HostileRequest {
  const [count, letter, length, depth, shape, own, spoiled] = genes;
  const text = textOf(letter, length, 400_000);
  const name = (n: number) => ((own ?? 0) > 0.5 ? `k${n}` : `${n}${textOf(letter, length, 200)}`);
  const objects = (left: number): unknown =>
    Object.fromEntries(
      Array.from({ length: Math.min(left, 1_000) }, (_, n) => [
        name(n),
        (shape ?? 0) > 0.5 && n < 20 ? text : n,
      ]),
    );
  let members: unknown =
    (shape ?? 0) > 0.7
      ? Array.from({ length: sized(count, 5_000) }, (_, n) => ({ [name(n)]: n }))
      : objects(sized(count, 1_000));
  for (let level = 1; level < sized(depth, 28); level++) members = { [name(level)]: members };
  const body = JSON.stringify(around(members)).slice(0, 983_040);
  return { method, path, type: 'application/json', body: (spoiled ?? 0) > 0.9 ? body.slice(0, -2) : body };
}

/** A query of up to some kilobytes. */
export function hostileQuery(genes: Genes, path: string, keys: readonly string[]): HostileRequest {
  const [count, own, letter, length] = genes;
  const pairs = Array.from({ length: sized(count, 3_000) }, (_, n) => {
    const key = n / 3_000 < (own ?? 0) ? pick(keys, (n % keys.length) / keys.length) : `x${n}`;
    return `${key}=${encodeURIComponent(textOf(letter, length, 2_000))}`;
  });
  const query = pairs
    .join('&')
    .slice(0, 8_000 - path.length)
    .replace(halfEscape, '');
  return withHeaders(genes, { method: 'GET', path: says(genes, 4) ? `${path}?${query}` : path });
}

const headerNames = ['authorization', 'cookie', 'x-forwarded-for', 'forwarded', 'idempotency-key', 'if-match']
  .concat(['x-log-position', 'traceparent', 'accept', 'origin', 'user-agent', 'if-none-match', 'x-api-key'])
  .concat([
    'content-type',
    'x-forwarded-host',
    'x-forwarded-proto',
    'accept-encoding',
    'hx-request',
    'range',
  ]);
const headerTexts = [
  'a',
  ',',
  ';',
  '"',
  '=',
  '%41',
  '1.1.1.1,',
  'a=b;',
  '[::1]:1,',
  'W/"a",',
  'bearer ',
  '\t',
  '%00',
  '-',
];

/** Adds the largest headers that the server takes: one long one, or many. */
export function withHeaders(genes: Genes, request: HostileRequest): HostileRequest {
  const [, , , , , name, text, length, several, prefix] = genes;
  if ((several ?? 0) > 0.8) {
    const many = Array.from({ length: sized(length, 400) }, (_, n) => [
      `x-${n}`,
      pick(headerTexts, text).repeat(4),
    ]);
    return { ...request, headers: Object.fromEntries(many) as Record<string, string> };
  }
  const begin = pick(['', 'Bearer ', 'formlog_session=', 'fl_', '"'], prefix);
  const most = 15_000;
  const value = `${begin}${pick(headerTexts, text).repeat(sized(length, most))}`.slice(0, most);
  return { ...request, headers: { [pick(headerNames, name)]: value.trim() === '' ? 'a' : value } };
}
