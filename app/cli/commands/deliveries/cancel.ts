import type { Command } from 'commander';
import { webhookKinds } from '../../../../domain/destination/events.ts';
import { Anything } from '../../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { misused } from '../../failure.ts';
import { integerFrom, logPoint, oneOf, timestamp } from '../../input/option-values.ts';
import { cancellationJob, Recoverable, Recovery, watchRecovery } from './watch-recovery.ts';

interface CancelOptions extends CommonOptions {
  readonly reason?: string;
  readonly destination?: string;
  readonly status: 'pending';
  readonly since?: string;
  readonly until?: string;
  readonly event?: string;
  readonly form?: string;
  readonly perSecond?: number;
  readonly preview?: boolean;
  readonly wait: boolean;
}

/** `formlog deliveries cancel` */
export function addCancel(deliveries: Command, context: CliContext): void {
  withService(
    deliveries
      .command('cancel')
      .description(
        'cancel a waiting delivery permanently or, with --since, all waiting deliveries of events since a time',
      )
      .argument('[id]', 'the id of the delivery')
      .option('--reason <text>', 'the reason, shown with each delivery')
      .option('--since <time>', 'all events since a time, a duration ago (2h) or a log position', logPoint)
      .option('--until <time>', 'only events before a time', timestamp)
      .option('--destination <id>', 'only to this destination (default: all destinations)')
      .option('--status <status>', 'only this status: pending', oneOf(['pending']), 'pending')
      .option('--event <kind>', `only this event: ${webhookKinds.join(', ')}`, oneOf(webhookKinds))
      .option('--form <id>', 'only deliveries about this form')
      .option('--per-second <number>', 'maximum deliveries per second', integerFrom(1, 1_000))
      .option('--preview', 'count the deliveries without cancelling them')
      .option('--no-wait', 'do not wait for the end'),
    'deliveries cancel --destination 9pQr8StU7vWx6YzA5bCd --since 2h --preview',
  ).action(async (id: string | undefined, options: CancelOptions) => {
    if ((id === undefined) === (options.since === undefined))
      throw misused('Give the id of a delivery, or select deliveries with --since.');
    return id === undefined ? cancelMany(context, options) : cancelOne(context, id, options);
  });
}

async function cancelOne(context: CliContext, id: string, options: CancelOptions): Promise<void> {
  const { destination, until, event, form, perSecond, preview } = options;
  if ([destination, until, event, form, perSecond, preview].some((given) => given !== undefined))
    throw misused('With the id of a delivery, only --reason can be given.');
  const { api, output } = openSession(context, options);
  const path = `/api/admin/v1/deliveries/${encodeURIComponent(id)}/cancel`;
  const body = { reason: options.reason };
  const cancelled = await api.post(path, Anything, body);
  output.record(Object(cancelled) as object);
  output.print(`Delivery ${id} is cancelled.`);
}

async function cancelMany(context: CliContext, options: CancelOptions): Promise<void> {
  const { api, accountPath, output } = openSession(context, options);
  const { destination, since, until, event, form } = options;
  const account = await accountPath();
  const selected = { destination_id: destination, since, until, kind: event, form_id: form };
  if (options.preview === true) {
    const found = await api.get(`${account}/cancellable`, Recoverable, selected);
    output.record(found);
    output.print(`${found.total} would be cancelled.`);
    return;
  }
  const body = { ...selected, reason: options.reason, per_second: options.perSecond };
  const cancellation = await api.post(`${account}/cancellations`, Recovery, body);
  const { id, total, per_second } = cancellation;
  output.note(`Cancellation ${id}: ${total} deliveries, ${per_second} per second.`);
  if (options.wait) return watchRecovery(api, cancellationJob, id, output, context);
  output.record(cancellation);
  output.print(`Watch it with: formlog cancellations watch ${id}`);
}
