import Type from 'typebox';
import * as contract from '../../../../api/contract/webhooks/delivery-schemas.ts';
import { pause } from '../../../../async/pause.ts';
import type { ApiClient, Call } from '../../client/client.ts';
import { failureOf } from '../../client/explain.ts';
import { onInterrupt } from '../../terminal/interrupt.ts';
import type { Output } from '../../terminal/output.ts';
import { isTransient } from '../../terminal/watch.ts';
import { Deliveries, type Delivery, outcomeText } from './delivery.ts';

const DeliveryChanges = Type.Object({
  ...Deliveries.properties,
  position: contract.DeliveryChanges.properties.position,
});

const pollMs = 1_000;

/** Prints the existing deliveries, oldest first, then new and changed deliveries until Ctrl-C. */
export async function followDeliveries(
  api: ApiClient,
  filters: NonNullable<Call['query']>,
  list: () => Promise<readonly Delivery[]>,
  output: Output,
): Promise<void> {
  const { signal, dispose } = onInterrupt();
  const isOver = () => signal.aborted;
  const path = '/api/admin/v1/deliveries/changes';
  const changes = (after?: string) =>
    api.call({ method: 'GET', path, query: { ...filters, after }, signal }, DeliveryChanges);
  const print = (delivery: Delivery) => {
    output.record(delivery);
    if (!output.json) output.print(lineOf(delivery));
  };
  try {
    // Read before the list, so that no change is lost between the two.
    const first = await changes();
    if (!first.ok) throw failureOf(first.error);
    let { position } = first.value.value;
    const listed = await list();
    const known = new Set(listed.map(versionOf));
    for (const delivery of [...listed].reverse()) print(delivery);
    while (!isOver()) {
      const next = await changes(position);
      if (next.ok) {
        position = next.value.value.position;
        for (const delivery of next.value.value.data) if (!known.has(versionOf(delivery))) print(delivery);
        if (next.value.value.data.length > 0) continue;
      } else if (!isOver() && !isTransient(next.error)) throw failureOf(next.error);
      await pause(pollMs, signal);
    }
  } finally {
    dispose();
  }
}

const versionOf = ({ id, status, attempt_count, updated_at }: Delivery): string =>
  [id, status, attempt_count, updated_at].join(' ');

function lineOf(delivery: Delivery): string {
  const { id, kind, status, destination_id, attempt_count, last_outcome, updated_at } = delivery;
  const outcome = last_outcome ? outcomeText(last_outcome) : 'unknown';
  return [
    (updated_at ?? '').slice(11, 23),
    status.padEnd(9),
    kind,
    `delivery ${id}`,
    `to ${destination_id}`,
    ...(attempt_count > 0 ? [`attempt ${attempt_count}: ${outcome}`] : []),
  ].join('  ');
}
