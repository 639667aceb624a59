import type { Command } from 'commander';
import { ProviderRecord } from '../../../api/contract/submissions/payment-providers.ts';
import { response } from '../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../context.ts';
import { misused } from '../failure.ts';
import { printItem } from '../terminal/output.ts';
import { withExample } from '../with-json.ts';

const StripeReceiver = response(ProviderRecord, 'url', 'configured_at', 'unmatched_events');

/** @param action the end of the path, such as `/reencrypt-secret` */
export const stripePath = (accountId: string, action = ''): string =>
  `/api/admin/v1/accounts/${encodeURIComponent(accountId)}/payment-providers/stripe${action}`;

interface SecretOptions extends CommonOptions {
  readonly secret: string;
}

/** `formlog stripe …` */
export function defineStripe(stripe: Command, context: CliContext): void {
  withExample(stripe, 'stripe show');

  withService(
    stripe
      .command('show')
      .description('show the address for the events, and the events that match no submission'),
    'stripe show',
  ).action(async (options: CommonOptions) => {
    const { api, accountId, output } = openSession(context, options);
    const receiver = await api.get(stripePath(await accountId()), StripeReceiver);
    printItem(output, receiver, [
      ['address', ({ url }) => url],
      ['secret set', ({ configured_at: at }) => at ?? 'no'],
      ['unmatched events', ({ unmatched_events: events }) => events.length],
    ]);
    if (output.json) return;
    for (const {
      received_at: at,
      event_id: id,
      reason,
      submission_id: submission,
    } of receiver.unmatched_events)
      output.print(`${at}  ${id}  ${reason}  submission ${submission ?? '-'}`);
  });

  withService(
    stripe
      .command('set-secret')
      .description("set or replace the signing secret that Stripe's dashboard shows for the endpoint")
      .requiredOption(
        '--secret <text>',
        'the secret (whsec_…), or - to read it from the environment (FORMLOG_SECRET)',
      ),
    'stripe set-secret --secret -',
  ).action(async ({ secret, ...options }: SecretOptions) => {
    const { api, accountId, output } = openSession(context, options);
    const own = secret === '-' ? context.env['FORMLOG_SECRET'] : secret;
    if (own === undefined || own === '') throw misused('FORMLOG_SECRET is not set.');
    const receiver = await api.put(stripePath(await accountId()), StripeReceiver, { signing_secret: own });
    printItem(output, receiver, [
      ['address', ({ url }) => url],
      ['secret set', ({ configured_at: at }) => at],
    ]);
  });

  withService(
    stripe.command('remove').description("remove the secret, and refuse Stripe's events from now on"),
    'stripe remove',
  ).action(async (options: CommonOptions) => {
    const { api, accountId, output } = openSession(context, options);
    const account = await accountId();
    await api.delete(stripePath(account));
    output.record({ account, removed: true });
    output.print("Stripe's events are refused from now on.");
  });
}
