import {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  constants,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Duplex } from 'node:stream';
import { framed, openFrameReader } from './grpc-frames.ts';

/** The status codes of gRPC that the proxies answer with. */
export const grpcStatus = { ok: 0, notFound: 5, unavailable: 14 } as const;

/** One gRPC call that passes through a proxy, as the code between its two halves sees it. */
export interface Call {
  readonly path: string;
  /** A header of the request. */
  header(name: string): string | undefined;
  /** Sends a message to the server; the first one opens the call there. */
  request(message: Buffer): void;
  /** Gives the client a message. */
  respond(message: Uint8Array): void;
  /** Ends the call for the client, with a status of the proxy's own; cancels it at the server. */
  finish(status: number, text?: string, trailers?: Readonly<Record<string, string>>): void;
  /** Stops reading answers of the server while true. */
  hold(isHeld: boolean): void;
}

/** What stands between the two halves; what it leaves out passes unchanged. */
export interface Between {
  onRequest?(message: Buffer): void;
  onResponse?(message: Buffer): void;
  /** The server ended the call: `end` ends it for the client, with the server's own status. */
  onEnd?(end: () => void): void;
  /** The server answered with an error: its `exception` trailer. */
  onException?(name: string): void;
  /** The call is over for either side. */
  onClose?(): void;
}

const hopHeaders = [':authority', 'host', 'connection', 'grpc-accept-encoding'];

/** Passes a call on as bytes, message by message, so that every method goes through. */
export function passCall(
  down: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  session: ClientHttp2Session,
  extraHeaders: Readonly<Record<string, string>>,
  between: (call: Call) => Between,
): void {
  let up: ClientHttp2Stream | null = null;
  let isFinished = false;
  let trailers: IncomingHttpHeaders = {};

  const call: Call = {
    path: String(headers[':path']),
    header: (name) => headers[name]?.toString(),
    request(message) {
      if (isFinished) return;
      up ??= openUp();
      if (!up.write(framed(message))) waitForDrain(down, up);
    },
    respond(message) {
      if (isFinished || down.destroyed) return;
      if (!down.headersSent)
        down.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
      if (!down.write(framed(message)) && up) waitForDrain(up, down);
    },
    finish(status, text = '', more = {}) {
      if (isFinished) return;
      end({ 'grpc-status': String(status), 'grpc-message': text, ...more });
      up?.close(constants.NGHTTP2_CANCEL);
    },
    hold(isHeld) {
      if (isHeld) up?.pause();
      else up?.resume();
    },
  };

  function end(ending: IncomingHttpHeaders): void {
    if (isFinished) return;
    isFinished = true;
    trailers = ending;
    if (down.destroyed) return;
    if (down.headersSent) down.end();
    else down.respond({ ':status': 200, 'content-type': 'application/grpc', ...ending }, { endStream: true });
  }

  function openUp(): ClientHttp2Stream {
    const passed = Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeaders.includes(name)));
    const opened = session.request({ ...passed, ...extraHeaders });
    let ending: IncomingHttpHeaders | null = null;
    const read = openFrameReader((message) =>
      hooks.onResponse ? hooks.onResponse(message) : call.respond(message),
    );
    const take = (received: IncomingHttpHeaders): void => {
      ending = gRpcTrailers(received);
      const exception = received['exception'];
      if (exception !== undefined) hooks.onException?.(String(exception));
    };
    opened.on('response', (received, flags) => {
      if (flags & constants.NGHTTP2_FLAG_END_STREAM) take(received);
      else if (!down.headersSent && !down.destroyed)
        down.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    });
    opened.on('trailers', take);
    opened.on('data', (chunk: Buffer) => read(chunk));
    opened.on('end', () => {
      const last = ending;
      if (!last) return;
      if (hooks.onEnd) hooks.onEnd(() => end(last));
      else end(last);
    });
    opened.on('error', () => undefined);
    opened.on('close', () => {
      // Without trailers the server is gone, or the call was cancelled there.
      if (!ending && !isFinished && !down.destroyed) down.close(constants.NGHTTP2_CANCEL);
    });
    return opened;
  }

  const hooks = between(call);
  const read = openFrameReader((message) =>
    hooks.onRequest ? hooks.onRequest(message) : call.request(message),
  );
  down.on('data', (chunk: Buffer) => read(chunk));
  down.on('end', () => up?.end());
  down.on('wantTrailers', () => down.sendTrailers(trailers));
  down.on('error', () => undefined);
  down.on('close', () => {
    isFinished = true;
    up?.close(constants.NGHTTP2_CANCEL);
    hooks.onClose?.();
  });
}

/** Reads no further from one stream until the other one can take more. */
function waitForDrain(from: Duplex, to: Duplex): void {
  if (from.isPaused()) return;
  from.pause();
  to.once('drain', () => from.resume());
}

/** What a call ends with, without the names that only a beginning has. */
const gRpcTrailers = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !name.startsWith(':') && name !== 'content-type' && name !== 'date',
    ),
  );
