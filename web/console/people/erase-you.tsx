import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { refused } from '../../../api/errors/errors.ts';
import { contextOf } from '../../../api/requests/requests.ts';
import { erasePerson } from '../../../commands/person/erase-person.ts';
import { onlyOwnerOf } from '../../../commands/person/step-down.ts';
import { account } from '../../../domain/account/decider.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { clearSession, setFlashMessage } from '../session/cookies.ts';
import { missingProof, ProofField } from '../session/prove-person.tsx';
import { personIn, visitorIn } from '../session/visitor.ts';
import { FormToken, show } from '../shell.tsx';
import type { YouParts } from './own-password.ts';
import { youPath } from './you.tsx';

const eraseYouPath = `${youPath}/erase`;

type Deps = Pick<WebDeps, 'aggregates' | 'log' | 'now'>;

/** The accounts that would have no owner, by name, with what helps. */
async function Ownerless(deps: Deps, accountIds: readonly string[]): Promise<JSX.Element> {
  const names = await Promise.all(
    accountIds.map(async (accountId) => {
      const { state } = await deps.aggregates.load(account, streamOf.account(accountId), 1_000);
      return state.exists ? state.name : accountId;
    }),
  );
  return (
    <>
      <p>You are the only owner of:</p>
      <ul>
        {names.map((name) => (
          <li safe>{name}</li>
        ))}
      </ul>
      <p>
        Make another member an owner, or close the account. Then come back. <a href={youPath}>Back to you</a>
      </p>
    </>
  );
}

/** The page on which people erase themselves, with their password. Without one, it needs a sign-in of the last ten minutes. */
export function eraseYouPage(app: Routes, deps: Deps, { rates }: Pick<YouParts, 'rates'>): void {
  async function ask(reply: FastifyReply, problem: string | null = null) {
    const { request } = reply;
    const person = personIn(request);
    const title = 'Erase yourself?';
    const crumbs = [['You', youPath]] as const;
    const accountIds = await onlyOwnerOf(deps, person);
    if (accountIds.length > 0)
      return show(
        reply.code(problem === null ? 200 : 409),
        { title, crumbs },
        await Ownerless(deps, accountIds),
      );
    return show(
      reply,
      { title, crumbs },
      <form method="post" action={eraseYouPath} class="editor">
        <FormToken request={request} />
        <p>
          All your sessions end, you leave all accounts, and your name, address, password and chosen notices
          are erased from every store. Forms and answers stay with the accounts; their histories no longer
          name you. This cannot be undone.
        </p>
        {person.passwordHash !== null && (
          // Password managers look for a name beside a password.
          <input
            type="text"
            name="username"
            value={attributeText(person.email)}
            autocomplete="username"
            hidden
          />
        )}
        <ProofField request={request} fault={problem} />
        <div class="buttons">
          <button type="submit" class="danger">
            Erase me
          </button>
          <a href={youPath}>Stay</a>
        </div>
      </form>,
    );
  }

  app.get(eraseYouPath, async (request, reply) =>
    visitorIn(request).person ? ask(reply) : reply.redirect('/console/session', 303),
  );

  const text = Type.Optional(Type.String({ maxLength: 2_000 }));
  app.post(
    eraseYouPath,
    { config: { membersOnly: true }, schema: { body: Type.Object({ password: text }) } },
    async (request, reply) => {
      const { personId } = personIn(request);
      const fault = await missingProof(deps, rates, request, request.body.password ?? '');
      if (fault !== null) return ask(reply.code(403), fault);
      const context = contextOf(request, visitorIn(request).accountId ?? '', {
        kind: 'member',
        id: personId,
      });
      const requested = await erasePerson(deps, personId, context);
      if (!requested.ok && requested.error.code === 'last_owner') return ask(reply, '');
      if (!requested.ok) throw refused(requested.error);
      setFlashMessage(request, reply, 'You have left Formlog, and your data is being erased.');
      return clearSession(request, reply).redirect('/console/sign-in', 303);
    },
  );
}
