import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Id } from '../../../api/contract/values.ts';
import { ApiError, refused, valueOf } from '../../../api/errors/errors.ts';
import { removeMember } from '../../../commands/membership/members.ts';
import { changeEmail, executeOnPerson, setPassword } from '../../../commands/person/change-person.ts';
import { emailIn, loginHash } from '../../../commands/person/login-name.ts';
import { personNameIn } from '../../../commands/person/person-name.ts';
import type { PersonCommand } from '../../../domain/person/decider.ts';
import { mailLanguages } from '../../../mail/texts.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { clearSession, setFlashMessage } from '../session/cookies.ts';
import { endOtherMemberSessions } from '../session/end-session.ts';
import { accountsOf, enterAccount } from '../session/member-session.ts';
import { hasSignedInRecently, signedInLongAgo } from '../session/prove-person.tsx';
import { personIn, visitorIn } from '../session/visitor.ts';
import { contextIn, isOwnPassword, type YouParts } from './own-password.ts';
import { mailEmailLink } from './send-links.ts';
import { showYou, youPath } from './you.tsx';

type Deps = Pick<WebDeps, 'aggregates' | 'logger' | 'mailer' | 'now' | 'openid' | 'publicUrl'>;

const config = { membersOnly: true } as const;
const Password = Type.String({ maxLength: 2_000 });

/** Changes of the name, the language, the address and the password of the person who has signed in. */
export function profileChanges(app: Routes, deps: Deps, { rates, links }: YouParts): void {
  app.post(
    `${youPath}/profile`,
    {
      config,
      schema: { body: Type.Object({ name: Type.String({ maxLength: 1_000 }), language: Type.String() }) },
    },
    async (request, reply) => {
      const name = personNameIn(request.body.name);
      if (name === null)
        return showYou(deps, reply.code(422), {
          of: 'name',
          text: 'Enter your name, with at most 100 characters.',
        });
      const language = mailLanguages.find((tag) => tag === request.body.language) ?? null;
      const at = deps.now().toISOString();
      const commands: PersonCommand[] = [
        { type: 'RenamePerson', name, at },
        { type: 'ChangePersonLanguage', language, at },
      ];
      const { personId } = personIn(request);
      const changed = valueOf(await executeOnPerson(deps, personId, commands, contextIn(request)));
      return redirectAfterWrite(reply, changed, { to: youPath, note: 'Saved.' });
    },
  );

  app.post(
    `${youPath}/email`,
    {
      config,
      schema: { body: Type.Object({ email: Type.String({ maxLength: 1_000 }), password: Password }) },
    },
    async (request, reply) => {
      const refuse = (status: number, text: string) =>
        showYou(deps, reply.code(status), { of: 'email', text });
      const person = personIn(request);
      const email = emailIn(request.body.email);
      if (email === null) return refuse(422, 'This is not an e-mail address.');
      if (!(await isOwnPassword(request, rates, request.body.password)))
        return refuse(403, 'This is not your password.');
      if (deps.mailer) {
        if (!(await rates.mayMail(await loginHash(email))))
          return refuse(429, 'Too many mails went to this address. Try again in an hour.');
        await mailEmailLink(deps, links, request, person, email);
        const note = `Open the link that was mailed to ${email}.`;
        return redirectAfterWrite(reply, { position: null }, { to: youPath, note });
      }
      const keptSessionId = visitorIn(request).session.id;
      const changed = await changeEmail(deps, person, { email, keptSessionId }, contextIn(request));
      if (!changed.ok && changed.error.code === 'login_taken')
        return refuse(409, 'Another person signs in with this address.');
      if (!changed.ok) throw refused(changed.error);
      return redirectAfterWrite(reply, changed.value, { to: youPath, note: 'Your address is changed.' });
    },
  );

  app.post(
    `${youPath}/password`,
    { config, schema: { body: Type.Object({ present: Type.Optional(Password), password: Password }) } },
    async (request, reply) => {
      const refuse = (status: number, text: string) =>
        showYou(deps, reply.code(status), { of: 'password', text });
      const person = personIn(request);
      const { present = '', password } = request.body;
      if (person.passwordHash !== null && !(await isOwnPassword(request, rates, present)))
        return refuse(403, 'This is not your present password.');
      const keptSessionId = visitorIn(request).session.id;
      if (person.passwordHash === null && !hasSignedInRecently(person, keptSessionId, deps.now()))
        return refuse(403, signedInLongAgo);
      const set = await setPassword(deps, person, { password, keptSessionId }, contextIn(request));
      if (!set.ok && set.error.code === 'invalid_request') return refuse(422, set.error.message);
      if (!set.ok) throw refused(set.error);
      return redirectAfterWrite(reply, set.value, { to: youPath, note: 'Your password is changed.' });
    },
  );
}

/** The ends of sessions, and the ways in and out of accounts. */
export function sessionChanges(app: Routes, deps: Deps, { sessions }: YouParts): void {
  const execute = (request: FastifyRequest, command: PersonCommand) =>
    executeOnPerson(deps, personIn(request).personId, [command], contextIn(request));

  app.post(
    `${youPath}/sessions/:id/end`,
    { config, schema: { params: Type.Object({ id: Id }) } },
    async (request, reply) => {
      const at = deps.now().toISOString();
      const ended = valueOf(await execute(request, { type: 'EndSession', sessionId: request.params.id, at }));
      return redirectAfterWrite(reply, ended, { to: youPath, note: 'The session has ended.' });
    },
  );

  app.post(`${youPath}/end-sessions`, { config }, async (request, reply) => {
    const { session, accountId } = visitorIn(request);
    const ended = await endOtherMemberSessions(deps, request, session, accountId ?? '');
    return redirectAfterWrite(reply, ended, { to: youPath, note: 'All other sessions have ended.' });
  });

  app.post(
    `${youPath}/enter`,
    { config, schema: { body: Type.Object({ account: Id }) } },
    async (request, reply) => {
      const { account: accountId } = request.body;
      const found = (await accountsOf(deps, personIn(request))).find((each) => each.accountId === accountId);
      if (!found) throw new ApiError('not_found', { message: 'You are not a member of this account.' });
      valueOf(await enterAccount(deps, sessions, request, reply, accountId));
      return reply.redirect('/console', 303);
    },
  );

  app.post(`${youPath}/leave`, { config }, async (request, reply) => {
    valueOf(await removeMember(deps, personIn(request).personId, contextIn(request)));
    setFlashMessage(request, reply, 'You have left the account.');
    return clearSession(request, reply).redirect('/console/sign-in', 303);
  });
}
