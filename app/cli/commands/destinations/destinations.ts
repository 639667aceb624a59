import type { Command } from 'commander';
import {
  type CliContext,
  type CommonOptions,
  type OfCopy,
  openSession,
  withProjection,
  withService,
} from '../../context.ts';
import { misused } from '../../failure.ts';
import { printItem, printList } from '../../terminal/output.ts';
import { withExample } from '../../with-json.ts';
import { addChange, addRotate, addSwitches } from './change-destinations.ts';
import {
  allColumns,
  columns,
  Destination,
  destinationPath,
  NewDestination,
  type SettingOptions,
  settingsFrom,
  withSettings,
} from './destination-options.ts';
import { addTemplate, readTemplate } from './destination-template.ts';
import { addParkedDestinations } from './parked-destinations.ts';
import { addPing } from './ping-destination.ts';

interface AddOptions extends CommonOptions, SettingOptions {
  readonly template?: string;
  readonly disabled?: boolean;
}

/** `formlog destinations …` */
export function defineDestinations(destinations: Command, context: CliContext): void {
  withExample(destinations, 'destinations add https://example.com/hooks');
  addAdd(destinations, context);
  addList(destinations, context);
  addShow(destinations, context);
  addChange(destinations, context);
  addSwitches(destinations, context);
  addRotate(destinations, context);
  addPing(destinations, context);
  addParkedDestinations(destinations, context);
  addTemplate(destinations, context);
  addRemove(destinations, context);
}

function addAdd(destinations: Command, context: CliContext): void {
  withService(
    withSettings(
      destinations
        .command('add')
        .description('send webhooks to a URL; its signing secret is shown once')
        .argument('[url]', 'the address that receives them, with https://'),
      true,
    )
      .option('--disabled', 'add it disabled')
      .option('--template <file>', 'read the settings from a template; options take precedence'),
    'destinations add https://example.com/hooks --events submission.created,form.published',
  ).action(async (url: string | undefined, { template, disabled, ...options }: AddOptions) => {
    const { api, accountPath, output } = openSession(context, options);
    if ((url === undefined) === (template === undefined))
      throw misused('Give either the address that receives the webhooks, or --template.');
    const body = {
      ...(template === undefined ? named(url ?? '') : await readTemplate(api, template, options.form)),
      ...settingsFrom(options),
      ...(disabled && { enabled: false }),
    };
    const path = await accountPath('destinations');
    const created = await api.post(path, NewDestination, body);
    printItem(output, created, [...columns, ['signing secret', ({ signing_secret }) => signing_secret]]);
    output.note('Store the signing secret now: it cannot be shown again.');
  });
}

const named = (url: string) => ({ label: URL.canParse(url) ? new URL(url).host : url, url });

function addList(destinations: Command, context: CliContext): void {
  withService(
    withProjection(destinations.command('list').description('list the destinations')),
    'destinations list',
  ).action(async ({ projection, ...options }: CommonOptions & OfCopy) => {
    const { api, accountPath, output } = openSession(context, options);
    const path = await accountPath('destinations');
    const items = await api.list(path, Destination, { projection }, Infinity);
    printList(output, items, columns, 'No destinations found. Add one with "formlog destinations add".');
  });
}

function addShow(destinations: Command, context: CliContext): void {
  withService(
    withProjection(
      destinations
        .command('show')
        .description('show a destination with all settings')
        .argument('<id>', 'the id of the destination'),
    ),
    'destinations show 4fJkZ0qJ2mXr8sVtYb1c',
  ).action(async (id: string, { projection, ...options }: CommonOptions & OfCopy) => {
    const { api, output } = openSession(context, options);
    printItem(output, await api.get(destinationPath(id), Destination, { projection }), allColumns);
  });
}

function addRemove(destinations: Command, context: CliContext): void {
  withService(
    destinations
      .command('remove')
      .description('remove a destination permanently')
      .argument('<id>', 'the id of the destination'),
    'destinations remove 4fJkZ0qJ2mXr8sVtYb1c',
  ).action(async (id: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    await api.delete(destinationPath(id));
    output.record({ id, removed: true });
    output.print(`Destination ${id} is removed.`);
  });
}
