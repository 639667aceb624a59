import { verifyWebhook } from '../../../dispatcher/worker/verify-webhook.ts';
import type { SealedSecret, SignatureScheme } from '../../../domain/destination/events.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import type { LawsDeps, SentWebhook } from './law.ts';

const law = 'a request carries a signature of each secret that counts, and of no other';

/** What a destination signed with from some moment on. */
interface Era {
  readonly from: number;
  readonly secret: string;
  /** The one before, and until when it counts beside. */
  readonly previous: { readonly secret: string; readonly until: number } | null;
}

interface Signer {
  scheme: SignatureScheme;
  eras: Era[];
}

/** Nobody knows a secret any more that was replaced so often. */
const remembered = 4;

/**
 * Plays receivers that know one secret each: of a request every secret that counts must be found, and no other.
 * @param open tells a secret that the log holds
 */
export function openSignatureLaws(
  { now, broken, staleMs }: LawsDeps,
  open: (sealed: SealedSecret, destinationId: string) => string,
) {
  const signers = new Map<string, Signer>();

  function recorded({ event, stream }: RecordedEvent): void {
    const id = stream.slice('destination-'.length);
    if (event.type === 'DestinationConfigured') {
      const { settings, secret } = event.data;
      const first = { from: -Infinity, secret: open(secret, id), previous: null };
      signers.set(id, { scheme: settings.signature, eras: [first] });
    }
    if (event.type !== 'DestinationSecretRotated') return;
    const signer = signers.get(id);
    const last = signer?.eras.at(-1);
    if (!signer || !last) return;
    const { secret, previousUntil } = event.data;
    const previous =
      previousUntil === null ? null : { secret: last.secret, until: Date.parse(previousUntil) };
    signer.eras = [...signer.eras, { from: now(), secret: open(secret, id), previous }].slice(-remembered);
  }

  /** The secrets that a receiver could know of this request, in each way that is right at this moment. */
  function allowed({ scheme, eras }: Signer): readonly (readonly string[])[] {
    const since = now() - staleMs;
    return eras.flatMap(({ from, secret, previous }, index) => {
      const to = Math.min(now(), eras[index + 1]?.from ?? Infinity);
      if (to < since) return [];
      // Where there is room for one signature, it is that of the secret before.
      const both = previous && (scheme === 'sha256' ? [previous.secret] : [secret, previous.secret]);
      const isOver = previous === null || to >= previous.until;
      const isOpen = previous !== null && Math.max(from, since) < previous.until;
      return [...(isOver ? [[secret]] : []), ...(isOpen && both ? [both] : [])];
    });
  }

  function sending(deliveryId: string, destinationId: string, { headers, body }: SentWebhook): void {
    const signer = signers.get(destinationId);
    if (!signer) return;
    const found = signer.eras
      .map(({ secret }) => secret)
      .filter((secret) => {
        // Clocks have a law of their own.
        const received = { headers, body, secret, scheme: signer.scheme, toleranceSeconds: Infinity };
        return verifyWebhook({ ...received, now: new Date(now()) }).ok;
      });
    const isRight = allowed(signer).some(
      (secrets) => secrets.length === found.length && secrets.every((secret) => found.includes(secret)),
    );
    if (isRight) return;
    const numbers = found.map((secret) => signer.eras.findIndex((era) => era.secret === secret) + 1);
    const what = `fits ${numbers.length === 0 ? 'none' : `number ${numbers.join(' and ')}`}`;
    broken(law, `${deliveryId} ${what} of ${signer.eras.length} secrets`, [deliveryId, destinationId]);
  }

  return { recorded, sending };
}
