import Type from 'typebox';
import { operations } from '../operation.ts';
import { closed, Name } from '../values.ts';
import { Account, AccountWithUsage, exampleAccount, exampleUsed, Locale } from './accounts.ts';
import { CloseAccount, exampleClosing, OwnAccountClosing } from './closings.ts';

const OwnAccountChange = Type.Object(
  { name: Type.Optional(Name), ...Locale },
  { $id: 'OwnAccountChange', ...closed, minProperties: 1 },
);

/** What an owner reads and changes of the account itself. Its plan is changed by operators alone. */
export const ownAccountOperations = operations('public', 'account', {
  readOwnAccount: {
    route: 'GET /account',
    scope: 'account:write',
    summary: 'Read the account of the key',
    description:
      'The name, the plan, how much of each limit is used, and when the counts of the month begin again.',
    response: { 200: AccountWithUsage },
    answer: 'The account, and how much of each limit it uses.',
    examples: { answers: [exampleUsed] },
  },
  changeOwnAccount: {
    route: 'PATCH /account',
    scope: 'account:write',
    summary: 'Change the account of the key',
    description:
      'A language and a time zone are those of forms that are created afterwards; existing forms keep theirs. Operators change the plan.',
    body: OwnAccountChange,
    response: { 200: Account },
    answer: 'The account after the change.',
    gives: ['X-Log-Position'],
    examples: { body: { time_zone: 'Europe/Berlin' }, answers: [exampleAccount] },
  },
  closeOwnAccount: {
    route: 'POST /account/close',
    scope: 'account:write',
    summary: 'Close the account of the key and erase everything of it',
    description:
      'Within a second, every key of the account is refused with 401 `revoked_key`, also that of the request. Its forms say that they are ' +
      'closed, and nothing is sent to its destinations. Then everything of it is erased from every store. This cannot be undone. People ' +
      'keep their other accounts. `progress_url` shows the progress.',
    body: CloseAccount,
    response: { 200: OwnAccountClosing },
    answer: 'The closing, and where its progress is shown.',
    gives: ['X-Log-Position'],
    examples: {
      body: { name: 'Acme' },
      answers: [
        {
          ...exampleClosing,
          progress_url: 'https://forms.example/console/sign-in/closing?link=eyJrZXlJZCI6…',
        },
      ],
    },
  },
});
