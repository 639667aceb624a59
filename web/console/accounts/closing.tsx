import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { operatorContext } from '../../../api/auth/operators.ts';
import { contextFor } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { ApiError, refused } from '../../../api/errors/errors.ts';
import type { Rates } from '../../../api/limits/rates.ts';
import { closingPathOf } from '../../../api/requests/closing-link.ts';
import { closingProgress } from '../../../api/responses/closings.ts';
import { closeAccount } from '../../../commands/account/close-account.ts';
import { account } from '../../../domain/account/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { accountsOf, enterAccount } from '../session/member-session.ts';
import { missingProof, ProofField } from '../session/prove-person.tsx';
import type { Sessions } from '../session/sessions.ts';
import { visitorIn } from '../session/visitor.ts';
import { FormToken, show } from '../shell.tsx';
import { accountCrumbs } from './account-crumbs.ts';
import { accountUrl } from './accounts.tsx';
import { ClosingStatus } from './closing-status.tsx';
import { WhatGoes, whatGoes } from './what-goes.tsx';

export const closingUrl = (id: string): string => `${accountUrl(id)}/closing`;

type Deps = Pick<
  WebDeps,
  'aggregates' | 'destinationGrants' | 'logger' | 'now' | 'projections' | 'queries' | 'sessionKeys'
>;

/** What was refused: a name that is not that of the account, or a missing proof. */
interface RefusedClosing {
  readonly name: string;
  readonly isOtherName: boolean;
  readonly fault: string | null;
}

/** Answers the page that names what goes, and asks for the name of the account and a proof of who asks. */
async function askToClose(
  deps: Deps,
  reply: FastifyReply,
  id: string,
  refusal: RefusedClosing | null = null,
): Promise<FastifyReply> {
  const { request } = reply;
  const { accountId: own, hasScope } = visitorIn(request);
  if (!hasScope('account:write'))
    throw new ApiError('insufficient_scope', { message: 'You can view accounts but not change them.' });
  if (own === null && (await deps.queries.closings.get(id))) return reply.redirect(closingUrl(id), 303);
  const { accountId } = await contextFor(request, deps.aggregates, 'account', id);
  const [{ state }, going] = await Promise.all([
    deps.aggregates.load(account, streamOf.account(accountId)),
    whatGoes(deps, accountId),
  ]);
  if (!state.exists) throw new ApiError('not_found', { message: `There is no account ${id}.` });
  const isOtherName = refusal?.isOtherName === true;
  return show(
    reply,
    { title: 'Close the account for good?', account: id, crumbs: accountCrumbs(request, id, state.name) },
    <form method="post" action={`${accountUrl(id)}/close`} class="editor">
      <FormToken request={request} />
      <p>
        Its keys are refused at once, its forms say that they are closed, and nothing is sent to its
        destinations.
      </p>
      <WhatGoes {...going} />
      <p>
        <a href={accountUrl(id)}>Download everything</a> on the page of the account first, if you need it
        later.
      </p>
      <label>
        <span>
          Type the name of the account to go on: <b safe>{state.name}</b>
        </span>
        <input
          name="name"
          value={attributeText(refusal?.name ?? '')}
          required
          autocomplete="off"
          {...(isOtherName && { 'aria-invalid': 'true', 'aria-describedby': 'problem-name' })}
        />
        {isOtherName && (
          <small class="fault" id="problem-name">
            That is not the name of the account.
          </small>
        )}
      </label>
      <ProofField request={request} fault={refusal?.fault ?? null} />
      <div class="buttons">
        <button type="submit" class="danger">
          Close it and erase everything
        </button>
        <a href={accountUrl(id)}>Keep the account</a>
      </div>
    </form>,
  );
}

/**
 * Where a browser goes that has closed an account: an operator to its page, others to one that needs no session in it. A person
 * goes on in another of their accounts, if there is one.
 */
async function leaveClosed(
  deps: Deps,
  sessions: Sessions,
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
): Promise<string> {
  const { accountId: own, person } = visitorIn(request);
  if (own === null) return closingUrl(id);
  try {
    const others = person ? await accountsOf(deps, person) : [];
    const next = others.find(({ accountId }) => accountId !== id);
    if (next) await enterAccount(deps, sessions, request, reply, next.accountId);
  } catch (err) {
    // The account is closed all the same. The page of its closing needs no session.
    deps.logger.warn({ err, account: id }, 'the session could not go on in another account');
  }
  return closingPathOf(deps, id);
}

interface Parts {
  readonly rates: Rates;
  readonly sessions: Sessions;
}

/** The page that asks before an account is closed, the closing, and its progress for operators. */
export function closingPages(app: Routes, deps: Deps, { rates, sessions }: Parts): void {
  const { aggregates, queries } = deps;
  const config = { scope: 'account:write' } as const;
  const path = '/console/accounts/:id/close';

  app.get(path, { config, schema: { params: ById } }, (request, reply) =>
    askToClose(deps, reply, request.params.id),
  );

  const body = Type.Object({
    name: Type.String({ maxLength: 300 }),
    password: Type.Optional(Type.String({ maxLength: 2_000 })),
  });
  app.post(path, { config, schema: { params: ById, body } }, async (request, reply) => {
    const { id } = request.params;
    const { name, password = '' } = request.body;
    const context =
      visitorIn(request).accountId === null
        ? operatorContext(request, id)
        : await contextFor(request, aggregates, 'account', id);
    const fault = await missingProof(deps, rates, request, password);
    if (fault !== null) return askToClose(deps, reply.code(403), id, { name, isOtherName: false, fault });
    const destinationIdsOf = queries.destinations.idsOf;
    const closed = await closeAccount({ ...deps, destinationIdsOf }, { name }, context);
    if (!closed.ok && closed.error.code === 'invalid_request')
      return askToClose(deps, reply.code(422), id, { name, isOtherName: true, fault: null });
    if (!closed.ok) throw refused(closed.error);
    const to = await leaveClosed(deps, sessions, request, reply, id);
    return redirectAfterWrite(reply, closed.value, { to, note: 'The account is closed.' });
  });

  const forOperators = { operatorsOnly: true };
  app.get(
    '/console/accounts/:id/closing',
    { config: forOperators, schema: { params: ById } },
    async (request, reply) => {
      const { id } = request.params;
      const [progress, found] = await Promise.all([closingProgress(deps, id), queries.accounts.get(id)]);
      if (!progress) return reply.redirect(accountUrl(id), 303);
      return show(
        reply,
        { title: found?.name ?? 'A closed account', crumbs: [['Accounts', '/console/accounts']] },
        <ClosingStatus closing={progress} isForOperators url={closingUrl(id)} />,
      );
    },
  );
}
