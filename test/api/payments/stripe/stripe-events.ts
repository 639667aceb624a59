import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rootUrl } from '../../../support/repository.ts';

/** Events in the shape that Stripe sends. */
export type StripeFixture = 'payment-intent-succeeded' | 'checkout-session-completed' | 'charge-refunded';

interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly object: Readonly<Record<string, unknown>> };
}

/**
 * An event of a fixture about a submission.
 * @param change members of the event's object
 */
export function stripeEvent(
  fixture: StripeFixture,
  submissionId: string,
  change: Readonly<Record<string, unknown>> = {},
  envelope: Readonly<Record<string, unknown>> = {},
): StripeEvent {
  const url = new URL(`test/fixtures/stripe/${fixture}.json`, rootUrl);
  const event = JSON.parse(readFileSync(url, 'utf8').replaceAll('SUBMISSION', submissionId)) as StripeEvent;
  return { ...event, ...envelope, data: { object: { ...event.data.object, ...change } } };
}

/** The `Stripe-Signature` of a body. @param secrets one or, while a secret is being rolled, several */
export function signatureOf(body: string, secrets: readonly string[], at: Date): string {
  const t = Math.floor(at.getTime() / 1_000);
  const digests = secrets.map((secret) => createHmac('sha256', secret).update(`${t}.${body}`).digest('hex'));
  return [`t=${t}`, ...digests.map((digest) => `v1=${digest}`), `v0=${'6'.repeat(64)}`].join(',');
}
