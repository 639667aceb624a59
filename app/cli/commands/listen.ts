import type { Command } from 'commander';
import { NewDestinationWithSecret } from '../../../api/contract/webhooks/destination-schemas.ts';
import { aborted } from '../../../async/pause.ts';
import {
  type SignatureScheme,
  signatureSchemes,
  type WebhookKind,
  webhookKinds,
} from '../../../domain/destination/events.ts';
import type { Api } from '../client/api.ts';
import { failureOf } from '../client/explain.ts';
import { Anything, response } from '../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../context.ts';
import { CommandFailure } from '../failure.ts';
import { integerFrom, listFrom, oneOf } from '../input/option-values.ts';
import { type ReceivedDelivery, type Registration, startReceiver } from '../listen/receiver.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import type { Output } from '../terminal/output.ts';

const NewDestination = response(NewDestinationWithSecret, 'id', 'signing_secret');

interface ListenOptions extends CommonOptions {
  readonly port: number;
  readonly events: readonly WebhookKind[];
  readonly form?: string;
  readonly signature: SignatureScheme;
  readonly keep?: boolean;
}

/** `formlog listen` */
export function defineListen(command: Command, context: CliContext): void {
  withService(
    command
      .option('--port <port>', 'the port to listen on; 0 takes a free one', integerFrom(0, 65_535), 0)
      .option('--events <list>', `the events to send: ${webhookKinds.join(', ')}`, listFrom(webhookKinds), [
        ...webhookKinds,
      ])
      .option('--form <id>', 'only events of this form')
      .option('--signature <scheme>', signatureSchemes.join(', '), oneOf(signatureSchemes), 'timestamped')
      .option('--keep', 'keep the destination registered at the end'),
    'listen --events submission.created',
  ).action(async (options: ListenOptions) => {
    const { api, accountId, output } = openSession(context, options);
    await listen(api, await accountId(), options, output);
  });
}

async function listen(api: Api, accountId: string, options: ListenOptions, output: Output) {
  const { signal, dispose } = onInterrupt();
  const register = (url: string) => registerDestination(api, accountId, url, options);
  try {
    const receiver = await startReceiver(options.port, register, (delivery) => {
      output.record(delivery);
      if (!output.json) output.print(lineOf(delivery));
    });
    output.note(`Listening on ${receiver.url} as destination ${receiver.destinationId}. End with Ctrl-C.`);
    await aborted(signal);
    // Removes the destination first, so that webhooks sent until then are still received.
    try {
      if (options.keep !== true) await unregister(api, receiver.destinationId);
    } finally {
      await receiver.close();
    }
  } finally {
    dispose();
  }
}

async function registerDestination(
  api: Api,
  accountId: string,
  url: string,
  { events, form, signature }: ListenOptions,
): Promise<Registration> {
  const path = `/api/admin/v1/accounts/${encodeURIComponent(accountId)}/destinations`;
  const body = {
    label: `formlog listen ${new URL(url).host}`,
    url,
    events,
    signature,
    ...(form !== undefined && { form_id: form }),
  };
  const made = await api.post(path, NewDestination, body);
  return { destinationId: made.id, secret: made.signing_secret, scheme: signature };
}

/** @throws CommandFailure if the destination stays registered, with the command that removes it */
async function unregister(api: Api, id: string): Promise<void> {
  const removed = await api.call({ method: 'DELETE', path: `/api/admin/v1/destinations/${id}` }, Anything);
  if (removed.ok) return;
  const { exitCode, message } = failureOf(removed.error);
  throw new CommandFailure(
    exitCode,
    `${message}\nThe destination stays registered. Remove it later with: formlog destinations remove ${id}`,
  );
}

function lineOf({
  received_at,
  event,
  form,
  submission_id,
  delivery_id,
  ...delivery
}: ReceivedDelivery): string {
  const state = delivery.verified
    ? delivery.duplicate
      ? 'verified, again'
      : 'verified'
    : `NOT VERIFIED (${delivery.reason ?? 'unknown'})`;
  return [
    received_at.slice(11, 23),
    state,
    event,
    form,
    submission_id,
    `delivery ${delivery_id ?? 'without id'}`,
  ]
    .filter((part) => part !== null)
    .join('  ');
}
