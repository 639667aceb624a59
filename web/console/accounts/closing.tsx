import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { operatorContext } from '../../../api/auth/operators.ts';
import { ById } from '../../../api/contract/values.ts';
import { ApiError, refused } from '../../../api/errors/errors.ts';
import { closingProgress } from '../../../api/responses/closings.ts';
import { closeAccount } from '../../../commands/account/close-account.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import type { WebDeps } from '../../web-deps.ts';
import { requireWriter } from '../parts/require-writer.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { FormToken, show } from '../shell.tsx';
import { accountUrl } from './accounts.tsx';
import { ClosingStatus } from './closing-status.tsx';

export const closingUrl = (id: string): string => `${accountUrl(id)}/closing`;

type Deps = Pick<WebDeps, 'aggregates' | 'destinationGrants' | 'now' | 'projections' | 'queries'>;

const above = [['Accounts', '/console/accounts']] as const;

/** The page that asks for the name of an account before it is closed, the closing, and its progress. */
export function closingPages(app: Routes, deps: Deps): void {
  const { queries } = deps;
  const config = { operatorsOnly: true };
  const path = '/console/accounts/:id/close';

  /** @param entered the name that was refused */
  async function ask(request: FastifyRequest, reply: FastifyReply, id: string, entered?: string) {
    requireWriter(request);
    const account = await queries.accounts.get(id);
    if (await queries.closings.get(id)) return reply.redirect(closingUrl(id), 303);
    if (!account) throw new ApiError('not_found', { message: `There is no account ${id}.` });
    return show(
      reply,
      {
        title: 'Close the account for good?',
        account: id,
        crumbs: [...above, [account.name, accountUrl(id)]],
      },
      <form method="post" action={`${accountUrl(id)}/close`} class="editor">
        <FormToken request={request} />
        <p>
          Its keys are refused at once, its forms say that they are closed, and nothing is sent to its
          destinations. Then its forms, submissions, files, destinations, webhooks, keys and settings are
          erased from every store. This cannot be undone.
        </p>
        <label>
          <span>
            Type the name of the account to go on: <b safe>{account.name}</b>
          </span>
          <input
            name="name"
            value={attributeText(entered ?? '')}
            required
            autocomplete="off"
            {...(entered !== undefined && { 'aria-invalid': 'true', 'aria-describedby': 'problem-name' })}
          />
          {entered !== undefined && (
            <small class="fault" id="problem-name">
              That is not the name of the account.
            </small>
          )}
        </label>
        <div class="buttons">
          <button type="submit" class="danger">
            Close it and erase everything
          </button>
          <a href={accountUrl(id)}>Keep the account</a>
        </div>
      </form>,
    );
  }

  app.get(path, { config, schema: { params: ById } }, (request, reply) =>
    ask(request, reply, request.params.id),
  );

  const body = Type.Object({ name: Type.String({ maxLength: 300 }) });
  app.post(path, { config, schema: { params: ById, body } }, async (request, reply) => {
    const { id } = request.params;
    const { name } = request.body;
    const destinationIdsOf = queries.destinations.idsOf;
    const closed = await closeAccount({ ...deps, destinationIdsOf }, { name }, operatorContext(request, id));
    if (!closed.ok && closed.error.code === 'invalid_request') return ask(request, reply.code(422), id, name);
    if (!closed.ok) throw refused(closed.error);
    return redirectAfterWrite(reply, closed.value, { to: closingUrl(id), note: 'The account is closed.' });
  });

  app.get('/console/accounts/:id/closing', { config, schema: { params: ById } }, async (request, reply) => {
    const { id } = request.params;
    const [progress, account] = await Promise.all([closingProgress(deps, id), queries.accounts.get(id)]);
    if (!progress) return reply.redirect(accountUrl(id), 303);
    return show(
      reply,
      { title: account?.name ?? 'A closed account', crumbs: [...above] },
      <ClosingStatus closing={progress} url={closingUrl(id)} />,
    );
  });
}
