import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { operatorContext } from '../../../api/auth/operators.ts';
import { NewAccount } from '../../../api/contract/accounts/accounts.ts';
import { Cursor } from '../../../api/contract/values.ts';
import { refused } from '../../../api/errors/errors.ts';
import { openAccount } from '../../../commands/account/open-account.ts';
import { inputCheck, type InputProblem } from '../../check-input.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { Badge } from '../../parts/badge.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Id } from '../../parts/id.tsx';
import { Pages } from '../../parts/pages.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import type { Pager } from '../parts/pager.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { visitorIn } from '../session/visitor.ts';
import { FormToken, show } from '../shell.tsx';
import { findAccounts } from './find-accounts.ts';

const path = '/console/accounts';
export const accountUrl = (id: string): string => `${path}/${encodeURIComponent(id)}`;

const AccountsQuery = Type.Object({
  cursor: Type.Optional(Cursor),
  /** A part of the name, or the id. */
  search: Type.Optional(Type.String({ maxLength: 200 })),
});

const AccountBody = Type.Object({ id: Type.String(), name: Type.String(), plan: Type.String() });

interface NewAccountProps {
  readonly request: FastifyRequest;
  readonly plans: readonly string[];
  readonly entered: { readonly id: string; readonly name: string; readonly plan: string };
  readonly problems: readonly InputProblem[];
}

const FieldProblem = ({
  at,
  problems,
}: {
  readonly at: string;
  readonly problems: readonly InputProblem[];
}) => {
  const fieldProblems = problems.filter(({ path: place }) => place === at);
  return fieldProblems.length === 0 ? (
    <></>
  ) : (
    <small class="fault" id={`problem${at.replace('/', '-')}`} safe>
      {fieldProblems.map(({ message }) => message).join(' ')}
    </small>
  );
};

const NewAccountForm = ({ request, plans, entered, problems }: NewAccountProps) => (
  <form method="post" action={path} class="filters">
    <FormToken request={request} />
    <label>
      <span>Name</span>
      <input name="name" value={attributeText(entered.name)} required aria-describedby="problem-name" />
      <FieldProblem at="/name" problems={problems} />
    </label>
    <label>
      <span>Id (generated if empty)</span>
      <input name="id" value={entered.id} aria-describedby="problem-id" />
      <FieldProblem at="/id" problems={problems} />
    </label>
    <Choice name="plan" label="Plan" values={plans} chosen={entered.plan} none="Choose …" />
    <FieldProblem at="/plan" problems={problems} />
    <button type="submit">Open an account</button>
  </form>
);

const SearchForm = ({ search }: { readonly search: string | undefined }) => (
  <form method="get" action={path} class="filters">
    <label>
      <span>Name or id</span>
      <input type="search" name="search" value={attributeText(search ?? '')} maxlength={200} />
    </label>
    <button type="submit">Search</button>
  </form>
);

/** The accounts of the service, and the opening of one. */
export function accountPages(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'log' | 'newId' | 'now' | 'plans' | 'queries' | 'signUp'>,
  pager: Pager,
): void {
  const { queries, plans } = deps;
  const title = 'Accounts';
  const check = inputCheck(NewAccount);
  const config = { operatorsOnly: true };

  async function page(
    request: FastifyRequest,
    reply: FastifyReply,
    { cursor, search }: Static<typeof AccountsQuery>,
    form: Pick<NewAccountProps, 'entered' | 'problems'>,
  ) {
    const binding = ['pages', title];
    const found =
      search === undefined
        ? { ...(await queries.accounts.list(pager.request(binding, cursor))), isCut: false }
        : { ...(await findAccounts(queries.accounts, search)), next: null };
    return show(
      reply,
      { title },
      <>
        {visitorIn(request).hasScope(null) && (
          <NewAccountForm request={request} plans={Object.keys(plans)} {...form} />
        )}
        <SearchForm search={search} />
        {visitorIn(request).hasScope(null) && deps.signUp.mode !== 'closed' && (
          <p>
            <a href="/console/invite-owner">Invite a person to open an account</a>
          </p>
        )}
        <Table
          cards
          caption="Accounts, newest first"
          items={found.items}
          empty={
            search === undefined ? (
              <Empty title="There are no accounts yet." />
            ) : (
              <Empty title="No account has this in its name, or as its id.">
                <a href={path}>Show all accounts</a>
              </Empty>
            )
          }
          columns={[
            {
              title: 'Account',
              cell: ({ id, name, closed_at: closedAt }) => (
                <>
                  <a href={accountUrl(id)} safe>
                    {name}
                  </a>{' '}
                  {closedAt !== undefined && <Badge state="closed" />}
                </>
              ),
            },
            { title: 'Plan', cell: ({ plan }) => <span safe>{plan}</span> },
            { title: 'Opened', cell: ({ created_at: at }) => <Time at={at} /> },
            { title: 'Id', cell: ({ id }) => <Id id={id} href={accountUrl(id)} short /> },
          ]}
        />
        {found.isCut && (
          <p class="quiet">Other accounts may match. Enter more of the name, or the whole id.</p>
        )}
        <Pages next={pager.next(path, binding, found)} isLater={cursor !== undefined} first={path} />
      </>,
    );
  }

  app.get(path, { config, schema: { querystring: AccountsQuery } }, async (request, reply) =>
    page(request, reply, request.query, { entered: { id: '', name: '', plan: '' }, problems: [] }),
  );

  app.post(path, { config, schema: { body: AccountBody } }, async (request, reply) => {
    const { id, name, plan } = request.body;
    const entered = { id, name, plan };
    const refuse = (problems: readonly InputProblem[]) =>
      page(request, reply.code(422), {}, { entered, problems });
    const checked = check({ name, plan, ...(id !== '' && { id }) });
    if (!checked.ok) return refuse(checked.error);
    const input = { name, plan, ...(id !== '' && { accountId: id }) };
    const opened = await openAccount(deps, input, operatorContext(request, ''));
    if (!opened.ok && opened.error.code === 'invalid_request') return refuse(opened.error.problems);
    if (!opened.ok && opened.error.code === 'already_exists')
      return refuse([{ path: '/id', message: 'Another account has this id.' }]);
    if (!opened.ok) throw refused(opened.error);
    const { account, position } = opened.value;
    return redirectAfterWrite(
      reply,
      { position },
      { to: accountUrl(account.accountId), note: 'The account is open.' },
    );
  });
}
