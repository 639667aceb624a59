import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { ApiError, refused } from '../../../api/errors/errors.ts';
import { NewPasskey, responseIn } from '../../../commands/person/passkey-responses.ts';
import { addPasskey, newPasskeyOptions, removePasskey } from '../../../commands/person/passkeys.ts';
import { personNameIn } from '../../../commands/person/person-name.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { openPasskeyChallenges, siteOf } from '../session/passkey-challenges.ts';
import { personIn, visitorIn } from '../session/visitor.ts';
import { show } from '../shell.tsx';
import { faultOfFactors } from './own-factors.ts';
import { contextIn, type YouParts } from './own-password.ts';
import { PasskeysContent, passkeysPath, RemovePasskey } from './passkey-forms.tsx';
import { youPath } from './you.tsx';

type Deps = Pick<WebDeps, 'aggregates' | 'now' | 'publicUrl' | 'secrets' | 'sessionKeys' | 'spentTokens'>;

const config = { membersOnly: true } as const;
const you = ['You', youPath] as const;
const ByKey = Type.Object({ key: Type.String({ maxLength: 64 }) });
const Name = Type.String({ maxLength: 1_000 });

/** A short name of a passkey for addresses: credential ids may be long. */
const keyOf = (credentialId: string): string =>
  createHash('sha256').update(credentialId).digest('hex').slice(0, 16);

/** Adding, listing and removing the passkeys of the person who has signed in. */
export function passkeyPages(app: Routes, deps: Deps, { rates }: Pick<YouParts, 'rates'>): void {
  const challenges = openPasskeyChallenges(deps);

  const page = (reply: FastifyReply, problem: string | null = null) =>
    show(
      reply,
      { title: 'Passkeys', crumbs: [you], scripts: ['passkey.js'] },
      <PasskeysContent request={reply.request} person={personIn(reply.request)} {...{ problem, keyOf }} />,
    );

  app.get(passkeysPath, async (request, reply) =>
    visitorIn(request).person ? page(reply) : reply.redirect('/console/session', 303),
  );

  app.post(
    `${passkeysPath}/options`,
    {
      config,
      schema: {
        body: Type.Object({
          name: Name,
          password: Type.Optional(Type.String({ maxLength: 2_000 })),
          code: Type.Optional(Type.String({ maxLength: 100 })),
        }),
      },
    },
    async (request, reply) => {
      const { name, password = '', code = '' } = request.body;
      const send = (status: number, body: object) =>
        reply
          .code(status)
          .header('cache-control', 'no-store')
          .type('application/json')
          .send(JSON.stringify(body));
      if (personNameIn(name) === null)
        return send(422, { problem: 'Enter a name for the passkey, with at most 100 characters.' });
      const fault = await faultOfFactors(deps, rates, request, { password, code });
      if (fault !== null) return send(403, { problem: fault });
      const person = personIn(request);
      const options = await newPasskeyOptions(siteOf(deps, request), person);
      const { personId } = person;
      challenges.keep(request, reply, options.challenge, { kind: 'add', personId });
      return send(200, options);
    },
  );

  app.post(
    passkeysPath,
    { config, schema: { body: Type.Object({ name: Name, credential: Type.String({ maxLength: 30_000 }) }) } },
    async (request, reply) => {
      const person = personIn(request);
      const { personId } = person;
      const challenge = await challenges.take(request, reply, { kind: 'add', personId });
      const response = responseIn(NewPasskey, request.body.credential);
      const name = personNameIn(request.body.name);
      if (challenge === null || response === null || name === null)
        return page(reply.code(400), 'This took too long. Try again.');
      const given = { response, challenge, site: siteOf(deps, request), name };
      const added = await addPasskey(deps, person, given, contextIn(request));
      if (!added.ok && added.error.code === 'stale') return page(reply.code(400), added.error.message);
      if (!added.ok) throw refused(added.error);
      const note = `The passkey “${name}” is added. You can sign in with it from now on.`;
      return redirectAfterWrite(reply, added.value, { to: passkeysPath, note });
    },
  );

  const passkeyOf = (request: FastifyRequest, key: string) => {
    const found = [...personIn(request).passkeys.values()].find((each) => keyOf(each.credentialId) === key);
    if (!found) throw new ApiError('not_found', { message: 'You have no such passkey.' });
    return found;
  };

  app.get(`${passkeysPath}/:key/remove`, { config, schema: { params: ByKey } }, async (request, reply) => {
    const { name } = passkeyOf(request, request.params.key);
    const head = {
      title: `Remove the passkey “${name}”?`,
      crumbs: [you, ['Passkeys', passkeysPath] as const],
    };
    return show(reply, head, <RemovePasskey request={request} keyName={request.params.key} />);
  });

  app.post(`${passkeysPath}/:key/remove`, { config, schema: { params: ByKey } }, async (request, reply) => {
    const { credentialId, name } = passkeyOf(request, request.params.key);
    const keptSessionId = visitorIn(request).session.id;
    const former = { credentialId, keptSessionId };
    const removed = await removePasskey(deps, personIn(request), former, contextIn(request));
    if (!removed.ok && removed.error.code === 'only_sign_in') {
      const kept = 'This is your only way to sign in. Set a password first.';
      return redirectAfterWrite(reply, { position: null }, { to: passkeysPath, note: kept });
    }
    if (!removed.ok) throw refused(removed.error);
    const note = `The passkey “${name}” is removed.`;
    return redirectAfterWrite(reply, removed.value, { to: passkeysPath, note });
  });
}
