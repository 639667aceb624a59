import type { Command } from 'commander';
import type { Static } from 'typebox';
import { Rotated } from '../../../../api/contract/webhooks/destination-schemas.ts';
import type { Api } from '../../client/api.ts';
import { response } from '../../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../../context.ts';
import { misused, refused } from '../../failure.ts';
import type { Output } from '../../terminal/output.ts';
import { printItem } from '../../terminal/output.ts';
import { Delivery } from '../deliveries/delivery.ts';
import {
  allColumns,
  Destination,
  destinationPath,
  type SettingOptions,
  settingsFrom,
  withSettings,
} from './destination-options.ts';

const NewSecret = response(Rotated, 'id', 'signing_secret');

interface ChangeOptions extends CommonOptions, SettingOptions {
  readonly to?: string;
  readonly allForms?: boolean;
  readonly allQuestions?: boolean;
}

/** `formlog destinations change` */
export function addChange(destinations: Command, context: CliContext): void {
  withService(
    withSettings(
      destinations
        .command('change')
        .description('change settings; pending deliveries go to the new address')
        .argument('<id>', 'the id of the destination'),
      false,
    )
      .option('--no-rate', 'remove the limit on requests per second')
      .option('--to <url>', 'the new address, with https://')
      .option('--all-forms', 'send events of all forms')
      .option('--all-questions', 'send every answer'),
    'destinations change 4fJkZ0qJ2mXr8sVtYb1c --to https://example.com/hooks/2 --concurrency 2',
  ).action(async (id: string, { to, allForms, allQuestions, ...options }: ChangeOptions) => {
    // Commander sets `rate` to true by default, because of --no-rate.
    const { rate, ...rest } = options;
    const limit = typeof rate === 'number' || rate === false ? { rate } : {};
    const body = {
      ...settingsFrom({ ...rest, ...limit }),
      ...(to !== undefined && { url: to }),
      ...(allForms && { form_id: null }),
      ...(allQuestions && { included_questions: [] }),
    };
    if (Object.keys(body).length === 0) throw misused('Give at least one option to change. See --help.');
    const { api, output } = openSession(context, options);
    printItem(output, await api.patch(destinationPath(id), Destination, body), allColumns);
  });
}

/** `formlog destinations enable`, `disable` */
export function addSwitches(destinations: Command, context: CliContext): void {
  withService(
    destinations
      .command('disable')
      .description('stop sending for now; skipped events are recorded and can be sent later')
      .argument('<id>', 'the id of the destination'),
    'destinations disable 4fJkZ0qJ2mXr8sVtYb1c',
  ).action(async (id: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    printItem(output, await api.post(destinationPath(id, 'disable'), Destination), allColumns);
  });

  withService(
    destinations
      .command('enable')
      .description('resume sending, and show what was skipped')
      .argument('<id>', 'the id of the destination'),
    'destinations enable 4fJkZ0qJ2mXr8sVtYb1c',
  ).action(async (id: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const before = await api.get(destinationPath(id), Destination);
    const enabled = await api.post(destinationPath(id, 'enable'), Destination);
    printItem(output, enabled, allColumns);
    await reportUndelivered(api, before, output);
  });
}

/** The count stops here: with so many, all are to be recovered. */
const countedAtMost = 1_000;

/** Prints how to send again what was skipped, and what failed and thereby disabled the destination. */
async function reportUndelivered(
  api: Api,
  { id, disabled_because: because }: Static<typeof Destination>,
  output: Output,
): Promise<void> {
  const failedSince = because && 'failed_since' in because ? because.failed_since : undefined;
  const exhausted = failedSince === undefined ? [] : await deliveriesOf(api, id, 'exhausted');
  const lost = exhausted.filter(({ updated_at: at }) => at && failedSince && at >= failedSince);
  const undelivered = [...(await deliveriesOf(api, id, 'skipped')), ...lost];
  const [oldest] = undelivered.flatMap(({ created_at: at }) => at ?? []).sort();
  if (oldest === undefined) return output.note('No events were skipped.');
  const many = undelivered.length >= countedAtMost ? `${countedAtMost} or more` : String(undelivered.length);
  output.note(
    `Undelivered events, because the destination failed or was disabled: ${many}. To send them:\n` +
      `  formlog deliveries recover --destination ${id} --since ${oldest}`,
  );
}

const deliveriesOf = (api: Api, id: string, status: string) =>
  api.list('/api/admin/v1/deliveries', Delivery, { destination_id: id, status }, countedAtMost);

interface RotateOptions extends CommonOptions {
  readonly overlap?: boolean;
  readonly secret?: string;
  readonly force?: boolean;
}

/** `formlog destinations rotate-secret` */
export function addRotate(destinations: Command, context: CliContext): void {
  withService(
    destinations
      .command('rotate-secret')
      .description('replace the signing secret of a destination; the new secret is shown once')
      .argument('<id>', 'the id of the destination')
      .option('--overlap', 'keep the previous secret valid for 24 hours')
      .option('--force', 'rotate even if an earlier secret is still valid, and invalidate it now')
      .option(
        '--secret <text>',
        'a secret of your own, or - to read it from the environment (FORMLOG_SECRET)',
      ),
    'destinations rotate-secret 4fJkZ0qJ2mXr8sVtYb1c --overlap',
  ).action(async (id: string, { overlap, secret, force, ...options }: RotateOptions) => {
    const { api, output } = openSession(context, options);
    const own = secret === '-' ? context.env['FORMLOG_SECRET'] : secret;
    if (secret === '-' && !own) throw misused('FORMLOG_SECRET is not set.');
    if (force !== true) await refuseWhileOverlapping(api, id);
    const body = { ...(overlap && { overlap }), ...(own !== undefined && { signing_secret: own }) };
    printItem(output, await api.post(destinationPath(id, 'rotate-secret'), NewSecret, body), [
      ['id', (rotated) => rotated.id],
      ['signing secret', ({ signing_secret }) => signing_secret],
      ['former secret until', ({ previous_secret_until: until }) => until ?? 'now'],
    ]);
    output.note('Store the signing secret now: it cannot be shown again.');
  });
}

/** A destination has two secrets at most. @throws CommandFailure while receivers may still use the earlier one */
async function refuseWhileOverlapping(api: Api, id: string): Promise<void> {
  const { previous_secret_until: until } = await api.get(destinationPath(id), Destination);
  if (!until || Date.parse(until) <= Date.now()) return;
  throw refused(
    `The previous secret of this destination is valid until ${until}, and receivers may still use it. Another rotation ` +
      'invalidates it now: deliveries to receivers that do not have the current secret will fail. Wait, or repeat with --force.',
  );
}
