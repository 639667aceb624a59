import type { Command } from 'commander';
import type { Static } from 'typebox';
import * as contract from '../../../../api/contract/webhooks/destination-schemas.ts';
import { signatureSchemes, webhookKinds } from '../../../../domain/destination/events.ts';
import { response } from '../../client/response-schema.ts';
import { integerFrom, listFrom, oneOf, positive } from '../../input/option-values.ts';
import type { Column } from '../../terminal/output.ts';

const needed = ['id', 'label', 'url', 'events', 'enabled'] as const;
export const Destination = response(contract.Destination, ...needed);
export const NewDestination = response(contract.NewDestinationWithSecret, ...needed, 'signing_secret');

/** The options that `add` and `change` share. */
export interface SettingOptions {
  readonly label?: string;
  readonly events?: readonly string[];
  readonly form?: string;
  readonly question?: readonly string[];
  readonly signature?: string;
  readonly concurrency?: number;
  /** False for `--no-rate`. */
  readonly rate?: number | false;
}

/** @param isNew whether missing options have defaults; else those settings do not change */
export const withSettings = (command: Command, isNew: boolean): Command =>
  command
    .option('--label <text>', 'a name for display')
    .option('--events <list>', `the events to send: ${webhookKinds.join(', ')}`, listFrom(webhookKinds))
    .option('--form <id>', 'only events of this form')
    .option(
      '--question <name>',
      'send only the answers to this question, by its label, key or id; repeatable',
      collect,
    )
    .option('--signature <scheme>', signatureSchemes.join(', '), oneOf(signatureSchemes))
    .option('--concurrency <n>', `maximum concurrent requests${isNew ? ' (8)' : ''}`, integerFrom(1, 64))
    .option('--rate <n>', `maximum requests per second${isNew ? ' (default: no limit)' : ''}`, positive);

const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];

/** The members of a request that these options set. */
export const settingsFrom = (options: SettingOptions) => {
  const { label, events, form, signature, question, concurrency, rate } = options;
  return {
    ...(label !== undefined && { label }),
    ...(events && { events }),
    ...(form !== undefined && { form_id: form }),
    ...(question && { included_questions: question }),
    ...(signature !== undefined && { signature }),
    ...(concurrency !== undefined && { concurrency }),
    ...(rate !== undefined && { rate_per_second: rate === false ? null : rate }),
  };
};

export const destinationPath = (id: string, action = ''): string =>
  `/api/admin/v1/destinations/${encodeURIComponent(id)}${action && `/${action}`}`;

type Item = Static<typeof Destination>;

export const columns: readonly Column<Item>[] = [
  ['id', ({ id }) => id, 'whole'],
  ['label', ({ label }) => label],
  ['url', ({ url }) => url],
  ['events', ({ events }) => events.join(' ')],
  ['form', ({ form_id }) => form_id ?? 'all', 'whole'],
  ['enabled', ({ enabled }) => (enabled ? 'yes' : 'no')],
];

export const allColumns: readonly Column<Item>[] = [
  ...columns,
  ['questions', ({ included_questions: labels }) => labels?.join(', ') || 'all'],
  ['warnings', ({ warnings }) => warnings?.map(({ message }) => message).join(' ')],
  ['signature', ({ signature }) => signature],
  ['concurrency', ({ concurrency }) => concurrency],
  ['rate', ({ rate_per_second: rate }) => (typeof rate === 'number' ? `${rate} a second` : 'no limit')],
  ['disabled since', ({ disabled_since }) => disabled_since],
  ['disabled because', ({ disabled_because: because }) => because?.kind],
  ['former secret until', ({ previous_secret_until }) => previous_secret_until],
];
