import { delivery } from '../../domain/delivery/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { Aggregates } from '../../log/aggregates.ts';
import { newId } from '../../log/ids.ts';

/** A waiting delivery of a form's publication, which was skipped and is replayed. @returns its id */
export async function scheduledDelivery(
  aggregates: Aggregates,
  accountId: string,
  destinationId: string,
  formId: string,
): Promise<string> {
  const deliveryId = newId();
  const at = new Date().toISOString();
  const source = { stream: streamOf.form(formId), revision: 1, position: '1', eventId: 'e' };
  const subject = {
    deliveryId,
    accountId,
    destinationId,
    kind: 'form.published' as const,
    source,
    formId,
    submissionId: null,
    includedQuestions: [],
    publicUrl: 'https://forms.test',
    at,
  };
  await aggregates.execute(
    delivery,
    streamOf.delivery(deliveryId),
    [{ type: 'ReplayDelivery', planned: { subject, isSkipped: true }, at }],
    { accountId, actor: { kind: 'system', id: 'test' }, correlationId: 'test', causationId: 'test' },
    { isNew: true },
  );
  return deliveryId;
}
