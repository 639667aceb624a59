import type { Command } from 'commander';
import type { Static } from 'typebox';
import * as contract from '../../../api/contract/accounts/accounts.ts';
import { bytesInWords } from '../../../domain/file/file-rules.ts';
import { response } from '../client/response-schema.ts';
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
import { type Column, printItem, printList } from '../terminal/output.ts';
import { withExample } from '../with-json.ts';
import { addImport } from './accounts-import.ts';
import { addClose, addClosing } from './closing.ts';
import { addUse, keepChoice } from './use-account.ts';

const Account = response(contract.Account, 'id');
const AccountWithUsage = response(contract.AccountWithUsage, 'id', 'usage');

const columns: readonly Column<Static<typeof Account>>[] = [
  ['id', ({ id }) => id, 'whole'],
  ['name', ({ name }) => name],
  ['plan', ({ plan }) => plan],
  ['created', ({ created_at }) => created_at],
];

const path = '/api/admin/v1/accounts';

/** `formlog accounts …` */
export function defineAccounts(accounts: Command, context: CliContext): void {
  withExample(accounts, 'accounts use acme');
  addList(accounts, context);
  addCreate(accounts, context);
  addChange(accounts, context);
  addShow(accounts, context);
  addUse(accounts, context);
  addClose(accounts, context);
  addClosing(accounts, context);
  addImport(accounts, context);
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

const detailColumns: readonly Column<Static<typeof Account>>[] = [
  ...columns,
  ['language of new forms', ({ language }) => language],
  ['time zone of new forms', ({ time_zone: zone }) => zone ?? 'UTC'],
];

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
  readonly plan?: string;
}

function addChange(accounts: Command, context: CliContext): void {
  withService(
    withLocale(
      accounts
        .command('change')
        .description('change the plan of an account, or the language and the time zone of its new forms')
        .argument('<id>', 'the id of the account')
        .option('--plan <plan>', 'a plan of the service, such as free, pro or business'),
    ),
    'accounts change acme --time-zone Europe/Berlin',
  ).action(async (id: string, { plan, ...options }: ChangeOptions) => {
    const body = { ...(plan !== undefined && { plan }), ...localeOf(options) };
    if (Object.keys(body).length === 0) throw misused('Give at least one option to change. See --help.');
    const { api, output } = openSession(context, options);
    printItem(output, await api.patch(`${path}/${encodeURIComponent(id)}`, Account, body), detailColumns);
  });
}

type Used = Static<typeof AccountWithUsage>;

const useOf = (resource: keyof Used['usage']) => (account: Used) => {
  const { used, limit } = account.usage[resource];
  return limit === null ? 'without limit' : `${used} of ${limit}`;
};

function fileUse({ usage }: Used): string {
  const { used, limit } = usage.file_bytes;
  return `${bytesInWords(used)} ${limit === null ? 'without limit' : `of ${bytesInWords(limit)}`}`;
}

function addShow(accounts: Command, context: CliContext): void {
  withService(
    accounts
      .command('show')
      .description('show an account, its plan, and how much of each limit it uses')
      .argument('<id>', 'the id of the account'),
    'accounts show acme',
  ).action(async (id: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    printItem(output, await api.get(`${path}/${encodeURIComponent(id)}`, AccountWithUsage), [
      ...detailColumns,
      ['submissions this month', useOf('submissions_this_month')],
      ['begun this month', useOf('started_submissions_this_month')],
      ['published forms', useOf('published_forms')],
      ['destinations', useOf('destinations')],
      ['files', fileUse],
    ]);
  });
}
