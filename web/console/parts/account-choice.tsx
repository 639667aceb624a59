import type { FastifyReply, FastifyRequest } from 'fastify';
import { Empty } from '../../parts/empty.tsx';
import { Id } from '../../parts/id.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { visitorIn } from '../session/visitor.ts';
import { ofAccount, show } from '../shell.tsx';

/** The largest number of accounts among which an operator chooses on a page. */
const shownAccounts = 100;

/**
 * The account that a page is about: that of the key; or the one that an operator named, or the only one that exists.
 * @returns null after answering with the choice of accounts
 */
export async function accountOf(
  { queries }: Pick<WebDeps, 'queries'>,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    title,
    path,
    account,
  }: { readonly title: string; readonly path: string; readonly account: string | undefined },
): Promise<string | null> {
  const visitor = visitorIn(request);
  if (visitor.accountId !== null) return visitor.accountId;
  if (account !== undefined) return account;
  const { items, next } = await queries.accounts.list({ limit: shownAccounts });
  const [first, ...others] = items;
  if (first && others.length === 0) return first.id;
  show(
    reply,
    { title },
    <>
      <p>Choose an account.</p>
      <Table
        cards
        caption="Accounts"
        items={items}
        empty={
          <Empty title="There are no accounts yet.">
            <a href="/console/accounts">Open one</a>
          </Empty>
        }
        columns={[
          {
            title: 'Account',
            cell: ({ id, name }) => (
              <a href={ofAccount(path, id)} safe>
                {name}
              </a>
            ),
          },
          { title: 'Plan', cell: ({ plan }) => <span safe>{plan}</span> },
          { title: 'Opened', cell: ({ created_at: at }) => <Time at={at} /> },
          { title: 'Id', cell: ({ id }) => <Id id={id} href={`/console/accounts/${id}`} short /> },
        ]}
      />
      {next !== null && (
        <p class="quiet">
          These are the newest {shownAccounts} accounts. <a href="/console/accounts">See all accounts</a>
        </p>
      )}
    </>,
  );
  return null;
}
