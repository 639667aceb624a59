import Type from 'typebox';
import { Value } from 'typebox/value';
import { catalogue } from '../../api/contract/error-catalogue.ts';
import { part } from '../support/json-schema.ts';
import type { Exchange, RawResponse } from './exchange.ts';
import type { FuzzRequest } from './fuzz-request.ts';

const Text = Type.String({ minLength: 1 });
const Failure = Type.Object(
  {
    error: Type.Object(
      { code: Text, message: Text, request_id: Text, details: Type.Optional(Type.Unknown()) },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);
const Problems = Type.Array(
  Type.Object({
    in: Type.Enum(['body', 'query', 'path', 'header']),
    path: Type.String(),
    code: Text,
    message: Text,
  }),
  { minItems: 1 },
);

/** Parts of stacks, and names from the inside of the service, which no answer shows. */
const inside =
  /\n\s+at |node_modules|\.[cm]?[jt]s:\d|\bFST_|\bERR_[A-Z]|Mongo|EventStore|TypeError|RangeError|SyntaxError|Cannot read|is not a function|is not iterable|\bfastify\b|typebox|\bAjv\b|127\.0\.0\.1:\d{4}/;

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What is wrong with the body of an error; null where nothing is. */
function faultOfError({ isApi, raw }: FuzzRequest, { status, headers, body }: RawResponse): string | null {
  const [leak] = inside.exec(body) ?? [];
  // A message may repeat what the request contained.
  if (leak !== undefined && !Buffer.concat(raw.parts).includes(leak)) return `shows its inside: ${leak}`;
  for (const name of ['content-disposition', 'etag', 'link', 'last-modified'])
    if (headers.has(name)) return `has the header ${name}`;
  if (headers.get('cache-control') !== 'no-store') return 'may be stored';
  const type = headers.get('content-type') ?? '';
  if (!isApi && type.startsWith('text/html')) return body.includes('<') ? null : 'has an empty page';
  if (!type.startsWith('application/json')) return `has the content type ${type}`;
  const value = parsed(body);
  if (!Value.Check(Failure, value)) return 'has no body of an error';
  const { code, details } = value.error;
  const known = Object.entries(catalogue).find(([name]) => name === code);
  if (known?.[1][0] !== status) return `has the code ${code}`;
  return code === 'invalid_request' && !Value.Check(Problems, details) ? 'lists no problems' : null;
}

/** What is wrong with the answer to a request; null where nothing is. */
export function faultOf(request: FuzzRequest, exchange: Exchange): string | null {
  if (exchange.kind === 'hanging')
    return `was left hanging after ${JSON.stringify(exchange.text.slice(0, 200))}`;
  if (exchange.kind === 'ended')
    return request.raw.hangsUp
      ? null
      : `ended without an answer: ${JSON.stringify(exchange.text.slice(0, 200))}`;
  const { response } = exchange;
  const { status, headers, body } = response;
  const about = `was answered ${status}`;
  if (status >= 500 && status !== 503) return `${about}: ${body.slice(0, 500)}`;
  if (!headers.has('x-request-id')) return `${about} without X-Request-Id`;
  const { operation } = request;
  if (operation && part(operation.responses, String(status)) === null)
    return `${about}, which ${operation.name} does not document: ${body.slice(0, 300)}`;
  if (status < 400 || request.method === 'HEAD' || request.raw.hangsUp) return null;
  const fault = faultOfError(request, response);
  return fault === null ? null : `${about}, and ${fault}: ${body.slice(0, 500)}`;
}
