import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ApiError, invalidRequest, toApiError, type ErrorCode } from './errors.ts';
import { nameResource } from './resource-names.ts';
import type { Rates } from '../limits/rates.ts';

const bodyOf = ({ code, message, details }: ApiError, requestId: string) => ({
  error: { code, message, ...(details !== undefined && { details }), request_id: requestId },
});

/** Answers a thrown error from the catalogue. The causes of internal errors appear only in the log. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = nameResource(toApiError(error), request);
  if (answer.status >= 500 && answer.cause !== undefined)
    request.log.error({ request_id: request.id, error: stackOf(answer.cause) }, 'request failed');
  return reply
    .code(answer.status)
    .headers({ ...answer.headers, 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8')
    .send(bodyOf(answer, request.id));
}

/** Installs the error handlers. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => answerError(new ApiError('not_found'), request, reply));
}

/** Answers on a connection whose request never reaches Fastify, and ends it. */
function answerRaw(newId: () => string, rates: Rates) {
  return (socket: Duplex, answer: ApiError, address = ''): void => {
    const requestId = newId();
    const body = JSON.stringify(bodyOf(answer, requestId));
    const headers = {
      ...answer.headers,
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

/** Answers requests that Node cannot parse: not HTTP, headers too large, or too slow. */
export function answerBrokenHttp(newId: () => string, rates: Rates) {
  const answer = answerRaw(newId, rates);
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    answer(socket, brokenHttp(error.code), socket.remoteAddress);
  };
}

/** Refuses CONNECT, which Node answers with silence: this server is no proxy. */
export function refuseConnect(newId: () => string, rates: Rates) {
  const answer = answerRaw(newId, rates);
  return ({ socket: { remoteAddress } }: IncomingMessage, socket: Duplex): void =>
    answer(socket, new ApiError('method_not_allowed', { headers: { allow: '' } }), remoteAddress);
}

/** The time between the answer and the end of the connection. */
const lingerMs = 1_000;

function brokenHttp(code = ''): ApiError {
  const known = brokenCodes[code];
  return known === undefined
    ? invalidRequest('The request is not valid HTTP.', [], 'header')
    : new ApiError(known);
}

const brokenCodes: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'payload_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** The stack alone: other properties of a driver's error may hold data. */
const stackOf = (error: unknown): string =>
  error instanceof Error
    ? [error.stack ?? error.message, ...(error.cause === undefined ? [] : [stackOf(error.cause)])].join(
        '\nfrom ',
      )
    : String(error);
