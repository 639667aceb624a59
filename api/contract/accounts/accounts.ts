import Type from 'typebox';
import { at, locale, pageOf } from '../examples.ts';
import { operations } from '../operation.ts';
import {
  closed,
  Listing,
  localeMembers,
  Name,
  named,
  namedClosed,
  OfCopyQuery,
  PageOfCopyQuery,
  Timestamp,
} from '../values.ts';

export const exampleAccount = { id: 'acme', name: 'Acme', plan: 'pro', ...locale, created_at: at };

const usage = {
  submissions_this_month: { used: 412, limit: 10_000 },
  started_submissions_this_month: { used: 530, limit: 100_000 },
  published_forms: { used: 2, limit: 50 },
  destinations: { used: 3, limit: 50 },
  file_bytes: { used: 182_040, limit: 10_000_000_000 },
};

export const exampleUsed = { ...exampleAccount, usage, usage_resets_at: '2026-02-01T00:00:00.000Z' };

const Use = named('AccountWithUsageUsageSubmissionsThisMonth', {
  used: Type.Integer(),
  limit: Type.Union([Type.Integer(), Type.Null()], { description: 'Null for no limit.' }),
});
const Usage = Type.Object(
  {
    submissions_this_month: {
      ...Use,
      description: 'Reserved and used submissions; counted only if the plan has a limit.',
    },
    started_submissions_this_month: {
      ...Use,
      description:
        'Submissions that were begun before they were complete, completed or not; counted only if the plan has a limit.',
    },
    published_forms: Use,
    destinations: Use,
    file_bytes: { ...Use, description: 'The bytes of all files together.' },
  },
  { $id: 'AccountWithUsageUsage', description: 'The use of the resources that the plan limits.' },
);
export const Account = named('Account', {
  id: Type.String(),
  name: Type.String(),
  plan: Type.String(),
  language: Type.Optional(Type.String()),
  time_zone: Type.Optional(Type.String()),
  created_at: Timestamp,
  closed_at: Type.Optional({
    ...Timestamp,
    description: 'When the account was closed. It takes no changes, and everything of it is being erased.',
  }),
});

export const Locale = localeMembers(
  'The language of forms that are created without their own, a tag of BCP 47 such as de-CH.',
  'The time zone of forms that are created without their own, a name of the IANA database such as Europe/Berlin.',
);

export const AccountWithUsage = Type.Object(
  {
    ...Account.properties,
    usage: Usage,
    usage_resets_at: { ...Timestamp, description: 'When the counts of the month begin again.' },
  },
  { $id: 'AccountWithUsage' },
);

export const NewAccount = namedClosed('NewAccount', {
  id: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })),
  name: Name,
  plan: Type.String(),
  ...Locale,
});

const AccountChange = Type.Object(
  { name: Type.Optional(Name), plan: Type.Optional(Type.String()), ...Locale },
  { $id: 'AccountChange', ...closed, minProperties: 1 },
);

export const accountOperations = operations('admin', 'admin: accounts', {
  openAccount: {
    route: 'POST /accounts',
    summary: 'Open an account',
    description: 'Opens an account with a plan, which sets its quota and rate limits.',
    body: NewAccount,
    response: { 201: Account },
    answer: 'The new account.',
    gives: ['X-Log-Position'],
    errors: ['conflict'],
    examples: { body: { name: 'Acme', plan: 'pro', ...locale }, answers: [exampleAccount] },
  },
  listAccounts: {
    route: 'GET /accounts',
    summary: 'List accounts',
    description: 'Accounts, newest first.',
    querystring: PageOfCopyQuery,
    response: { 200: Listing(Account, 'Accounts, newest first.') },
    gives: ['Link'],
    errors: ['not_found'],
    examples: { answers: [pageOf(exampleAccount)] },
  },
  readAccount: {
    route: 'GET /accounts/:id',
    summary: 'Read an account',
    description: 'The account, its plan, and how much of each limit it uses.',
    querystring: OfCopyQuery,
    response: { 200: AccountWithUsage },
    answer: 'The account, and how much of each limit it uses.',
    examples: { answers: [exampleUsed] },
  },
  changeAccount: {
    route: 'PATCH /accounts/:id',
    summary: 'Change an account',
    description:
      'A plan takes effect for the next request; submissions already counted in the month stay counted. A language and a time zone are ' +
      'those of forms that are created afterwards; existing forms keep theirs.',
    body: AccountChange,
    response: { 200: Account },
    answer: 'The account after the change.',
    gives: ['X-Log-Position'],
    examples: { body: { time_zone: 'Europe/Berlin' }, answers: [exampleAccount] },
  },
});
