import type { Static } from 'typebox';
import type { ExistingAccount } from '../../domain/account/decider.ts';
import type { Account } from '../contract/accounts/accounts.ts';

/** Shows an account from its state. */
export const accountRecord = (account: ExistingAccount): Static<typeof Account> => ({
  id: account.accountId,
  name: account.name,
  plan: account.plan,
  ...(account.language !== undefined && { language: account.language }),
  ...(account.timeZone !== undefined && { time_zone: account.timeZone }),
  created_at: account.openedAt,
});
