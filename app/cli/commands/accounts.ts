import type { Command } from 'commander';
import {
  type CliContext,
  type CommonOptions,
  type OfCopy,
  openSession,
  withLimit,
  withProjection,
  withService,
} from '../context.ts';
import { misused } from '../failure.ts';
import { printItem, printList } from '../terminal/output.ts';
import { withExample } from '../with-json.ts';
import { Account, columns, detailColumns } from './account-columns.ts';
import { addShow } from './account-usage.ts';
import { addImport } from './accounts-import.ts';
import { addInvite } from './accounts-invite.ts';
import { addClose, addClosing } from './closing.ts';
import { addEmbedding } from './embedding.ts';
import { addUse, keepChoice } from './use-account.ts';

const path = '/api/admin/v1/accounts';

/** `formlog accounts …` */
export function defineAccounts(accounts: Command, context: CliContext): void {
  withExample(accounts, 'accounts use acme');
  addList(accounts, context);
  addCreate(accounts, context);
  addChange(accounts, context);
  addShow(accounts, context);
  addEmbedding(accounts, context);
  addUse(accounts, context);
  addClose(accounts, context);
  addClosing(accounts, context);
  addImport(accounts, context);
  addInvite(accounts, context);
}

interface ListOptions extends CommonOptions, OfCopy {
  readonly limit: number;
}

function addList(accounts: Command, context: CliContext): void {
  withService(
    withLimit(withProjection(accounts.command('list').description('list the accounts, newest first')), 1_000),
    'accounts list',
  ).action(async ({ limit, projection, ...options }: ListOptions) => {
    const { api, namedAccount, output } = openSession(context, options);
    const items = await api.list(path, Account, { projection }, limit);
    const [only, ...others] = items;
    const inUse = namedAccount() ?? (others.length === 0 ? only?.id : undefined);
    const marked = items.map((item) => ({ ...item, in_use: item.id === inUse }));
    printList(
      output,
      marked,
      [['in use', ({ in_use }) => (in_use ? '*' : '')], ...columns],
      'No accounts found. Create one with "formlog accounts create".',
    );
  });
}

interface LocaleOptions {
  readonly language?: string;
  readonly timeZone?: string;
}

const withLocale = (command: Command): Command =>
  command
    .option('--language <tag>', 'the language of new forms, such as de-CH; "" for none')
    .option('--time-zone <name>', 'the time zone of new forms, such as Europe/Berlin; "" for UTC');

/** The members of a request; an empty text takes a setting back. */
const localeOf = ({ language, timeZone }: LocaleOptions) => ({
  ...(language !== undefined && { language: language === '' ? null : language }),
  ...(timeZone !== undefined && { time_zone: timeZone === '' ? null : timeZone }),
});

interface CreateOptions extends CommonOptions, LocaleOptions {
  readonly name: string;
  readonly plan: string;
  readonly id?: string;
  readonly use?: boolean;
}

function addCreate(accounts: Command, context: CliContext): void {
  withService(
    withLocale(
      accounts
        .command('create')
        .description('create an account')
        .requiredOption('--name <name>', 'the name of the account')
        .requiredOption('--plan <plan>', 'a plan of the service, such as free, pro or business'),
    )
      .option('--id <id>', 'the id of the account (default: a new id)')
      .option('--use', 'use the account for all further commands'),
    'accounts create --name "Acme Inc." --plan pro --use',
  ).action(async ({ name, plan, id, use, ...options }: CreateOptions) => {
    const session = openSession(context, options);
    const created = await session.api.post(path, Account, { name, plan, id, ...localeOf(options) });
    printItem(session.output, created, detailColumns);
    if (use) keepChoice(session, created.id, context);
  });
}

interface ChangeOptions extends CommonOptions, LocaleOptions {
  readonly name?: string;
  readonly plan?: string;
}

function addChange(accounts: Command, context: CliContext): void {
  withService(
    withLocale(
      accounts
        .command('change')
        .description(
          'change the name or the plan of an account, or the language and the time zone of its new forms',
        )
        .argument('<id>', 'the id of the account')
        .option('--name <name>', 'the name of the account')
        .option('--plan <plan>', 'a plan of the service, such as free, pro or business; for operators'),
    ),
    'accounts change acme --time-zone Europe/Berlin',
  ).action(async (id: string, { name, plan, ...options }: ChangeOptions) => {
    const body = {
      ...(name !== undefined && { name }),
      ...(plan !== undefined && { plan }),
      ...localeOf(options),
    };
    if (Object.keys(body).length === 0) throw misused('Give at least one option to change. See --help.');
    const { api, output } = openSession(context, options);
    printItem(output, await api.patch(`${path}/${encodeURIComponent(id)}`, Account, body), detailColumns);
  });
}
