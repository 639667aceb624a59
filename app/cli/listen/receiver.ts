import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { verifyWebhook } from '../../../dispatcher/worker/verify-webhook.ts';
import type { SignatureScheme } from '../../../domain/destination/events.ts';
import { refused } from '../failure.ts';

/** A received request, as `formlog listen --json` prints it. */
export interface ReceivedDelivery {
  readonly delivery_id: string | null;
  readonly event: string | null;
  readonly submission_id: string | null;
  readonly form_id: string | null;
  readonly form: string | null;
  /** Whether signature and time are valid. */
  readonly verified: boolean;
  /** The reason why it is not verified. */
  readonly reason?: string;
  /** Whether this delivery was already received and verified. */
  readonly duplicate: boolean;
  readonly received_at: string;
}

/** The answer of the service to the registration. */
export interface Registration {
  readonly destinationId: string;
  readonly secret: string;
  readonly scheme: SignatureScheme;
}

export interface Receiver {
  /** The address that webhooks are sent to. */
  readonly url: string;
  readonly destinationId: string;
  close(): Promise<void>;
}

const maxBody = 10_000_000;
const closeLimitMs = 1_000;

/**
 * Receives webhooks on 127.0.0.1: answers 204 to verified requests and 401 to others.
 * @param port 0 takes a free one
 * @param register registers the address and returns the secret; earlier requests wait for it
 * @throws CommandFailure if the port is taken, and the errors of `register`
 */
export async function startReceiver(
  port: number,
  register: (url: string) => Promise<Registration>,
  onDelivery: (delivery: ReceivedDelivery) => void,
): Promise<Receiver> {
  const seen = new Set<string>();
  const server = createServer((request, response) => {
    receive(request)
      // The sender has disconnected, or the registration failed.
      .catch(() => 500)
      .then((status) => response.writeHead(status).end())
      .catch(() => response.destroy());
  });
  const listening = listenOn(server, port);
  const registration = listening.then(register);

  async function receive(request: IncomingMessage): Promise<number> {
    if (request.method !== 'POST') return 405;
    const body = await readBody(request);
    if (body === null) return 413;
    const delivery = examine(request.headers, body, await registration);
    const id = delivery.verified ? delivery.delivery_id : null;
    onDelivery({ ...delivery, duplicate: id !== null && seen.has(id) });
    if (id !== null) seen.add(id);
    return delivery.verified ? 204 : 401;
  }

  try {
    const { destinationId } = await registration;
    return { url: await listening, destinationId, close: () => closeServer(server) };
  } catch (error) {
    await closeServer(server);
    throw error;
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > maxBody) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const Envelope = Type.Object({ submission_id: text, form_id: text, form: text });

function examine(
  headers: IncomingHttpHeaders,
  body: Buffer,
  { secret, scheme }: Registration,
): ReceivedDelivery {
  // The service sets the word in the header names.
  const [, product = 'service'] =
    /(?:^|\n)x-([a-z0-9]+)-delivery(?:\n|$)/.exec(Object.keys(headers).join('\n')) ?? [];
  const header = (name: string) => {
    const value = headers[`x-${product}-${name}`];
    return typeof value === 'string' ? value : null;
  };
  const verified = verifyWebhook({ headers, body, secret, scheme, product });
  const envelope = envelopeOf(body);
  return {
    delivery_id: header('delivery'),
    event: header('event'),
    submission_id: envelope.submission_id ?? null,
    form_id: envelope.form_id ?? null,
    form: envelope.form ?? null,
    verified: verified.ok,
    ...(!verified.ok && { reason: verified.reason }),
    duplicate: false,
    received_at: new Date().toISOString(),
  };
}

function envelopeOf(body: Buffer): Static<typeof Envelope> {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'));
    return Value.Check(Envelope, parsed) ? parsed : {};
  } catch {
    return {};
  }
}

const listenOn = (server: Server, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        refused(`Cannot listen on 127.0.0.1:${port}: ${error.message}. Choose another port with --port.`),
      ),
    );
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address) resolve(`http://127.0.0.1:${address.port}/`);
    });
  });

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    // An open request must not keep the command running.
    setTimeout(() => server.closeAllConnections(), closeLimitMs).unref();
  });
