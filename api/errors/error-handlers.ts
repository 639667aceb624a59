import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { headTooLarge } from '../http/long-targets.ts';
import type { Rates } from '../limits/rates.ts';
import { ApiError, invalidRequest } from './errors.ts';
import { nameResource } from './resource-names.ts';
import { toApiError } from './to-api-error.ts';

const bodyOf = ({ code, message, details }: ApiError, requestId: string) => ({
  error: { code, message, ...(details !== undefined && { details }), request_id: requestId },
});

/** Answers a thrown error. */
export type SendError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Headers that describe the body of a success, which a handler may have set before it failed. */
const ofSuccess = [
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'etag',
  'last-modified',
  'link',
  'location',
];

/** Sets the status and the headers of an error's answer. The causes of internal errors appear only in the log. */
export function beginErrorReply(error: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.status >= 500 && error.cause !== undefined)
    request.log.error({ request_id: request.id, error: stackOf(error.cause) }, 'request failed');
  for (const name of ofSuccess) reply.removeHeader(name);
  return reply.code(error.status).headers({ ...error.headers, 'cache-control': 'no-store' });
}

/** Answers a thrown error from the catalogue, as JSON. */
export const sendError: SendError = (error, request, reply) => {
  const answer = nameResource(toApiError(error), request);
  return beginErrorReply(answer, request, reply)
    .type('application/json; charset=utf-8')
    .send(bodyOf(answer, request.id));
};

/** Installs the error handlers. */
export function handleErrors(app: FastifyInstance, answer: SendError = sendError): void {
  app.setErrorHandler(answer);
  app.setNotFoundHandler((request, reply) => answer(new ApiError('not_found'), request, reply));
}

/** Answers as a page where a browser asks for one outside the APIs, otherwise as JSON. */
export const pagesForBrowsers =
  (sendPage: SendError): SendError =>
  (error, request, reply) => {
    const acceptsPages = /\btext\/html\b/i.test(request.headers.accept ?? '');
    const answer = acceptsPages && !request.url.startsWith('/api/') ? sendPage : sendError;
    return answer(error, request, reply);
  };

/** Answers on a connection whose request never reaches Fastify, and ends it. */
function respondOnSocket(newId: () => string, rates: Rates, commonHeaders: Readonly<Record<string, string>>) {
  return (socket: Duplex, answer: ApiError, address = ''): void => {
    const requestId = newId();
    const body = JSON.stringify(bodyOf(answer, requestId));
    const headers = {
      ...commonHeaders,
      ...answer.headers,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId,
      ...rates.headersOf(address),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const head = [`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`, ...lines].join('\r\n');
    socket.end(`${head}\r\n\r\n${body}`);
    // Closing at once would lose the answer for a client that still sends; waiting for its end could take for ever.
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}

interface BrokenRequest extends Error {
  readonly code?: string;
  /** The bytes that could not be parsed, for errors of the parser. */
  readonly rawPacket?: unknown;
}

/** Answers requests that Node cannot parse: not HTTP, headers too large, or too slow. */
export function refuseBrokenHttp(...parts: Parameters<typeof respondOnSocket>) {
  const answer = respondOnSocket(...parts);
  return (error: BrokenRequest, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    answer(socket, brokenHttp(error), socket.remoteAddress);
  };
}

/** Refuses CONNECT, which Node answers with silence: this server is no proxy. */
export function refuseConnect(...parts: Parameters<typeof respondOnSocket>) {
  const answer = respondOnSocket(...parts);
  return ({ socket: { remoteAddress } }: IncomingMessage, socket: Duplex): void =>
    answer(socket, new ApiError('method_not_allowed', { headers: { allow: '' } }), remoteAddress);
}

/** The time between the answer and the end of the connection. */
const lingerMs = 1_000;

function brokenHttp({ code, rawPacket }: BrokenRequest): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') return headTooLarge(rawPacket);
  return code === 'ERR_HTTP_REQUEST_TIMEOUT'
    ? new ApiError('request_timeout')
    : invalidRequest('The request is not valid HTTP.', [], 'header');
}

/** The stack alone: other properties of a driver's error may hold data. */
const stackOf = (error: unknown): string =>
  error instanceof Error
    ? [error.stack ?? error.message, ...(error.cause === undefined ? [] : [stackOf(error.cause)])].join(
        '\nfrom ',
      )
    : String(error);
