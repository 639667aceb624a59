import type { Command } from 'commander';
import type { Static } from 'typebox';
import * as contract from '../../../api/contract/accounts/accounts.ts';
import { bytesInWords } from '../../../domain/file/file-rules.ts';
import { response } from '../client/response-schema.ts';
import { type CliContext, type CommonOptions, openSession, withService } from '../context.ts';
import { printItem } from '../terminal/output.ts';
import { detailColumns } from './account-columns.ts';

const AccountWithUsage = response(contract.AccountWithUsage, 'id', 'usage');
type Used = Static<typeof AccountWithUsage>;

const useOf = (resource: keyof Used['usage']) => (account: Used) => {
  const { used, limit } = account.usage[resource];
  return limit === null ? 'without limit' : `${used} of ${limit}, ${Math.max(0, limit - used)} left`;
};

function fileUse({ usage }: Used): string {
  const { used, limit } = usage.file_bytes;
  const left = (of: number) => `of ${bytesInWords(of)}, ${bytesInWords(Math.max(0, of - used))} left`;
  return `${bytesInWords(used)} ${limit === null ? 'without limit' : left(limit)}`;
}

/** `formlog accounts show` */
export function addShow(accounts: Command, context: CliContext): void {
  withService(
    accounts
      .command('show')
      .description('show an account, its plan, and how much of each limit it uses')
      .argument('<id>', 'the id of the account'),
    'accounts show acme',
  ).action(async (id: string, options: CommonOptions) => {
    const { api, output } = openSession(context, options);
    printItem(output, await api.get(`/api/admin/v1/accounts/${encodeURIComponent(id)}`, AccountWithUsage), [
      ...detailColumns,
      ['submissions this month', useOf('submissions_this_month')],
      ['begun this month', useOf('started_submissions_this_month')],
      ['the month ends', ({ usage_resets_at: at }) => at],
      ['published forms', useOf('published_forms')],
      ['destinations', useOf('destinations')],
      ['files', fileUse],
    ]);
  });
}
