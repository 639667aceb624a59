import type { RecordedRequest } from '../../domain/delivery/events.ts';
import type { DeliverySubject } from '../../domain/delivery/subject.ts';
import { describingHeaders, type Signatures } from './signature.ts';

/** A webhook whose signatures are known. */
export interface Webhook extends Signatures {
  readonly product: string;
  readonly subject: Pick<DeliverySubject, 'deliveryId' | 'kind'>;
  readonly startedAt: Date;
}

/** Returns all headers of a webhook. They follow from what the log has of it, and must stay the same for ever. */
export const webhookHeaders = ({ product, subject, startedAt, ...signatures }: Webhook) => ({
  'content-type': 'application/json',
  'user-agent': `${product}-Webhooks`,
  ...describingHeaders(signatures, {
    product,
    event: subject.kind,
    deliveryId: subject.deliveryId,
    now: startedAt,
  }),
});

/** Returns the headers of a request that was sent. @param startedAt when its attempt began, ISO 8601 */
export const headersOf = (
  request: RecordedRequest,
  subject: Webhook['subject'],
  startedAt: string,
): Readonly<Record<string, string>> =>
  'headers' in request
    ? request.headers
    : webhookHeaders({ ...request, subject, startedAt: new Date(startedAt) });
