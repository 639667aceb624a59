import type { Command } from 'commander';
import type { Static } from 'typebox';
import { signatureSchemes, webhookKinds } from '../../../domain/destination/events.ts';
import { Anything, Destinations, NewDestination, type Destination } from '../answers.ts';
import { addGroup, openSession, withService, type CliContext, type CommonOptions } from '../context.ts';
import { valueOf } from '../explain.ts';
import { integerFrom, listFrom, oneOf, positive } from '../option-values.ts';
import { printItem, printList, type Column } from '../output.ts';
import { readPages } from '../pages.ts';

const columns: readonly Column<Static<typeof Destination>>[] = [
  ['id', ({ id }) => id],
  ['label', ({ label }) => label],
  ['url', ({ url }) => url],
  ['events', ({ events }) => events.join(' ')],
  ['form', ({ form_id }) => form_id ?? 'all'],
  ['enabled', ({ enabled }) => (enabled ? 'yes' : 'no')],
];

interface AddOptions extends CommonOptions {
  readonly label?: string;
  readonly events?: readonly string[];
  readonly form?: string;
  readonly question: readonly string[];
  readonly signature?: string;
  readonly concurrency?: number;
  readonly rate?: number;
}

/** `formlog destinations …` */
export function addDestinations(program: Command, context: CliContext): void {
  const destinations = addGroup(
    program,
    'destinations',
    'where webhooks are sent',
    'destinations add https://example.com/hooks',
  );

  withService(
    destinations
      .command('add')
      .description('send webhooks to a URL; its signing secret is shown once')
      .argument('<url>', 'the address that receives them, with https://')
      .option('--label <text>', 'a name for people; the host where it is not given')
      .option('--events <list>', `which events, of ${webhookKinds.join(', ')}`, listFrom(webhookKinds))
      .option('--form <id>', 'only what happens to this form')
      .option('--question <label>', 'send the answers to this question only; may be repeated', collect, [])
      .option('--signature <scheme>', signatureSchemes.join(', '), oneOf(signatureSchemes))
      .option('--concurrency <n>', 'requests under way at once, at most (8)', integerFrom(1, 64))
      .option('--rate <n>', 'requests a second, at most; no limit where it is not given', positive),
    'destinations add https://example.com/hooks --events submission.created,form.published',
  ).action(async (url: string, options: AddOptions) => {
    const { api, accountId, output } = openSession(context, options);
    const { events, form, signature, question, concurrency, rate } = options;
    const body = {
      label: options.label ?? (URL.canParse(url) ? new URL(url).host : url),
      url,
      ...(events && { events }),
      ...(form !== undefined && { form_id: form }),
      ...(question.length > 0 && { included_questions: question }),
      ...(signature !== undefined && { signature }),
      ...(concurrency !== undefined && { concurrency }),
      ...(rate !== undefined && { rate_per_second: rate }),
    };
    const path = `/api/admin/v1/accounts/${encodeURIComponent(await accountId())}/destinations`;
    const created = valueOf(await api.call({ method: 'POST', path, body }, NewDestination));
    printItem(output, created, [...columns, ['signing secret', ({ signing_secret }) => signing_secret]]);
    output.note('Keep the signing secret now: it cannot be shown again.');
  });

  withService(destinations.command('list').description('list the destinations'), 'destinations list').action(
    async (options: CommonOptions) => {
      const { api, accountId, output } = openSession(context, options);
      const path = `/api/admin/v1/accounts/${encodeURIComponent(await accountId())}/destinations`;
      const items = await readPages(Infinity, async (query) =>
        valueOf(await api.call({ method: 'GET', path, query }, Destinations)),
      );
      printList(output, items, columns, 'There is no destination; add one with "formlog destinations add".');
    },
  );

  withService(
    destinations
      .command('remove')
      .description('send nothing more to a destination, for good')
      .argument('<id>', 'the id of the destination'),
    'destinations remove 4fJkZ0qJ2mXr8sVtYb1c',
  ).action(async (id: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    const path = `/api/admin/v1/destinations/${encodeURIComponent(id)}`;
    valueOf(await api.call({ method: 'DELETE', path }, Anything));
    output.record({ id, removed: true });
    output.say(`Destination ${id} is removed.`);
  });
}

const collect = (value: string, before: readonly string[]): string[] => [...before, value];
