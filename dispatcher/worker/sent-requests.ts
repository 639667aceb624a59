import type { CommandDeps } from '../../commands/deps.ts';
import { SecretUnreadable } from '../../commands/secret-box.ts';
import type { DeliverySubject } from '../../domain/delivery/subject.ts';
import type { DeliveryKind, SealedSecret } from '../../domain/destination/events.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { SourceMissing } from './body.ts';
import { openSourceEventCache } from './source-event-cache.ts';
import { verifyWebhook } from './verify-webhook.ts';
import { headersOf } from './webhook-headers.ts';

type Deps = Pick<CommandDeps, 'log' | 'definitions' | 'deliveries' | 'secrets'>;

/** The readable secrets of a destination. */
interface KnownSecrets {
  readonly known: readonly string[];
  /** Whether every secret that the destination ever had could be read. */
  readonly areAll: boolean;
}

/** A request as it was sent. */
export interface SentRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One request of a delivery; `request` is null if the log did not record requests at that time. */
interface SentAttempt {
  readonly attempt: number;
  readonly startedAt: string;
  readonly request: SentRequest | null;
  /**
   * Whether the recorded signature matches this body, which proves that these bytes were sent. Null if there
   * is nothing to compare, or no secret to compare with.
   */
  readonly signed: boolean | null;
}

/** The requests of a delivery. */
export interface SentRequests {
  readonly kind: DeliveryKind;
  /** The same on every attempt; null if the source event is erased. */
  readonly body: Buffer | null;
  readonly attempts: readonly SentAttempt[];
}

/**
 * Reads sent requests from the log: URLs and headers as recorded, the body rendered from the source event.
 * @returns a function that returns null for an unknown delivery, and throws LogUnavailable
 */
export function openSentRequests({
  log,
  definitions,
  deliveries,
  secrets,
}: Deps): (deliveryId: string) => Promise<SentRequests | null> {
  const sourceOf = openSourceEventCache(log, definitions);

  async function bodyOf(subject: DeliverySubject): Promise<Buffer | null> {
    try {
      return (await sourceOf(subject))?.body(subject) ?? null;
    } catch (error) {
      if (error instanceof SourceMissing) return null;
      throw error;
    }
  }

  /** Returns every readable secret that the destination ever had. */
  async function secretsOf(destinationId: string): Promise<KnownSecrets> {
    const sealed: SealedSecret[] = [];
    for await (const { event } of log.readStream(streamOf.destination(destinationId))) {
      if ('secret' in event.data) sealed.push(event.data.secret);
      if ('previous' in event.data && event.data.previous) sealed.push(event.data.previous);
    }
    const known = sealed.flatMap((secret) => open(secret, destinationId));
    return { known: [...new Set(known)], areAll: known.length === sealed.length };
  }

  function open(sealed: SealedSecret, destinationId: string): string[] {
    try {
      return [secrets.open(sealed, destinationId)];
    } catch (error) {
      if (error instanceof SecretUnreadable) return [];
      throw error;
    }
  }

  return async (deliveryId) => {
    const { state } = await deliveries.load(deliveryId);
    if (!state.exists) return null;
    const { subject } = state;
    const attempts: Omit<SentAttempt, 'signed'>[] = [];
    for await (const { event } of log.readStream(streamOf.delivery(deliveryId))) {
      if (event.type !== 'DeliveryAttempted') continue;
      const { attempt, startedAt, request } = event.data;
      const sent = request && { url: request.url, headers: headersOf(request, subject, startedAt) };
      attempts.push({ attempt, startedAt, request: sent ?? null });
    }
    const body = await bodyOf(subject);
    const readable = await secretsOf(subject.destinationId);
    return {
      kind: subject.kind,
      body,
      attempts: attempts.map((one) => ({ ...one, signed: isSigned(one.request, body, readable) })),
    };
  };
}

const signatureHeader = /^x-([a-z0-9]+)-signature$/i;

function isSigned(
  request: SentRequest | null,
  body: Buffer | null,
  { known: secret, areAll }: KnownSecrets,
): boolean | null {
  const name = Object.keys(request?.headers ?? {}).find((header) => signatureHeader.test(header));
  if (!request || name === undefined || body === null || secret.length === 0) return null;
  const [, product = ''] = signatureHeader.exec(name) ?? [];
  const { headers } = request;
  const scheme = headers[name]?.startsWith('sha256=') ? 'sha256' : 'timestamped';
  const { ok } = verifyWebhook({ headers, body, secret, scheme, product, toleranceSeconds: Infinity });
  // The signature may be of a secret that can no longer be read.
  return ok || (areAll ? false : null);
}
