import { type Command, Option } from 'commander';
import { Pinged } from '../../../../api/contract/webhooks/destination-schemas.ts';
import { pause } from '../../../../async/pause.ts';
import type { ApiClient } from '../../client/client.ts';
import { failureOf } from '../../client/explain.ts';
import { response } from '../../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { exitCodes } from '../../failure.ts';
import { durationMs } from '../../input/option-values.ts';
import { printItem } from '../../terminal/output.ts';
import { Delivery, outcomeText } from '../deliveries/delivery.ts';
import { destinationPath } from './destination-options.ts';

const Ping = response(Pinged, 'delivery_id');

const pollMs = 200;

interface PingOptions extends CommonOptions {
  /** False for `--no-wait`. */
  readonly wait: number | false;
}

/** `formlog destinations ping` */
export function addPing(destinations: Command, context: CliContext): void {
  withService(
    destinations
      .command('ping')
      .description('send a signed test event and show the outcome')
      .argument('<id>', 'the id of the destination; it may be disabled')
      .addOption(
        new Option('--wait <time>', 'how long to wait for the outcome')
          .argParser(durationMs)
          .default(30_000, '30s'),
      )
      .option('--no-wait', 'do not wait for the outcome'),
    'destinations ping 4fJkZ0qJ2mXr8sVtYb1c',
  ).action(async (id: string, options: PingOptions) => {
    const { api, output } = openSession(context, options);
    const { delivery_id: deliveryId, waiting } = await api.post(destinationPath(id, 'ping'), Ping);
    const delivery = options.wait === false ? null : await outcomeOf(api, deliveryId, options.wait);
    if (!delivery) {
      output.record({ id, delivery_id: deliveryId });
      output.print(`The test event is queued. See its outcome: formlog deliveries show ${deliveryId}`);
      if (options.wait !== false) context.exitWith(exitCodes.refused);
      return;
    }
    const [attempt] = delivery.attempts ?? [];
    printItem(output, delivery, [
      ['delivery', () => deliveryId],
      ['status', ({ status }) => status],
      ['outcome', () => attempt && outcomeText(attempt.outcome)],
      ['took', () => attempt && `${Math.round(attempt.duration_ms)} ms`],
    ]);
    if (delivery.status !== 'succeeded') return context.exitWith(exitCodes.refused);
    if (typeof waiting === 'number' && waiting > 0)
      output.note(
        `${waiting} ${waiting === 1 ? 'delivery waits' : 'deliveries wait'} for it. ` +
          `Send now: formlog deliveries recover --destination ${id} --status pending --since 0`,
      );
  });
}

/** The finished delivery; null after the time limit. The delivery is found only once the read model lists it. */
async function outcomeOf(api: ApiClient, id: string, ms: number): Promise<Delivery | null> {
  const until = performance.now() + ms;
  const path = `/api/admin/v1/deliveries/${encodeURIComponent(id)}`;
  for (;;) {
    const read = await api.call({ method: 'GET', path }, Delivery);
    if (!read.ok && !(read.error.kind === 'refused' && read.error.status === 404))
      throw failureOf(read.error);
    if (read.ok && read.value.value.status !== 'pending') return read.value.value;
    if (performance.now() > until) return null;
    await pause(pollMs, new AbortController().signal);
  }
}
