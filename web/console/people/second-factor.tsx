import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { sealedTokens } from '../../../api/auth/sealed-tokens.ts';
import { refused } from '../../../api/errors/errors.ts';
import { unreadable } from '../../../api/errors/unreadable-secret.ts';
import { addressOf } from '../../../api/requests/requests.ts';
import { codeAppUri, newCodeSecret } from '../../../commands/person/one-time-codes.ts';
import {
  disableSecondFactor,
  enableSecondFactor,
  replaceRecoveryCodes,
} from '../../../commands/person/second-factor.ts';
import type { Refusal } from '../../../commands/refusal.ts';
import type { Result } from '../../../domain/result.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { countGiven } from '../session/code-page.tsx';
import { setPosition } from '../session/cookies.ts';
import { personIn, visitorIn } from '../session/visitor.ts';
import { show } from '../shell.tsx';
import { contextIn, isOwnPassword, type YouParts } from './own-password.ts';
import {
  type FactorProblem,
  FactorSettings,
  RecoveryCodes,
  secondFactorPath,
  TurnOn,
} from './second-factor-forms.tsx';
import { youPath } from './you.tsx';

type Deps = Pick<WebDeps, 'aggregates' | 'now' | 'publicUrl' | 'secrets' | 'sessionKeys'>;

/** A secret that an app is to take over, until its first code confirms it. */
const Setup = Type.Object({ personId: Type.String(), secret: Type.String(), until: Type.String() });
const setupMs = 1_800_000;

const config = { membersOnly: true } as const;
const crumbs = [['You', youPath]] as const;
const Password = Type.String({ maxLength: 2_000 });
const Code = Type.String({ maxLength: 100 });
const Confirmed = Type.Object({ password: Password, code: Code });

/** A code of an app has six digits, and a recovery code has letters. */
export const givenOf = (code: string) =>
  ({ kind: /^[\d\s]+$/.test(code) ? 'app' : 'recovery', code }) as const;

/** Turning the second factor on and off, and making other recovery codes. */
export function secondFactorPages(app: Routes, deps: Deps, { rates }: Pick<YouParts, 'rates'>): void {
  const setups = sealedTokens('second factor', Setup, deps.sessionKeys);

  const newSetup = async (personId: string) => ({
    personId,
    secret: await newCodeSecret(),
    until: new Date(deps.now().getTime() + setupMs).toISOString(),
  });

  /** @param setup the token of the secret that the last page showed */
  async function page(
    reply: FastifyReply,
    problem: FactorProblem | null = null,
    setup: string | null = null,
  ) {
    const { request } = reply;
    const person = personIn(request);
    const head = { title: 'Second factor', crumbs };
    reply.header('cache-control', 'no-store');
    if (person.secondFactor || person.passwordHash === null)
      return show(reply, head, <FactorSettings {...{ request, person, problem }} />);
    const known = setup === null ? null : setupOf(setup, person.personId);
    const { secret, ...rest } = known ?? (await newSetup(person.personId));
    const { hostname } = new URL(addressOf(deps, request));
    const uri = await codeAppUri(secret, { issuer: `Formlog ${hostname}`, label: person.email });
    const token = setups.seal({ secret, ...rest });
    return show(reply, head, await TurnOn({ request, person, problem, secret, uri, token }));
  }

  function setupOf(token: string, personId: string) {
    const setup = setups.open(token);
    return setup?.personId === personId && setup.until > deps.now().toISOString() ? setup : null;
  }

  /** Shows new recovery codes, once. */
  function showCodes(
    reply: FastifyReply,
    { codes, position }: { readonly codes: readonly string[]; readonly position: bigint | null },
    note: string,
  ): FastifyReply {
    if (position !== null) setPosition(reply.request, reply, position);
    reply.header('cache-control', 'no-store');
    return show(reply, { title: 'Your recovery codes', crumbs }, <RecoveryCodes {...{ codes, note }} />);
  }

  /** Checks the password and counts the code of a form. @returns the reason of a refusal; null if the code may be checked */
  async function faultOf(request: FastifyRequest, { password, code }: { password: string; code: string }) {
    if (!(await isOwnPassword(request, rates, password))) return 'This is not your password.';
    await countGiven(rates, personIn(request), givenOf(code));
    return null;
  }

  app.get(secondFactorPath, async (request, reply) =>
    visitorIn(request).person ? page(reply) : reply.redirect('/console/session', 303),
  );

  app.post(
    `${secondFactorPath}/on`,
    {
      config,
      schema: { body: Type.Object({ ...Confirmed.properties, setup: Type.String({ maxLength: 2_000 }) }) },
    },
    async (request, reply) => {
      const { setup: token } = request.body;
      const person = personIn(request);
      const refuse = (status: number, text: string) => page(reply.code(status), { of: 'on', text }, token);
      const fault = await faultOf(request, request.body);
      if (fault !== null) return refuse(403, fault);
      const setup = setupOf(token, person.personId);
      if (!setup) return refuse(410, 'This took too long. Scan the new code.');
      const keptSessionId = visitorIn(request).session.id;
      const given = { secret: setup.secret, code: request.body.code, keptSessionId };
      const enabled = await enableSecondFactor(deps, person, given, contextIn(request));
      if (!enabled.ok && enabled.error.code === 'stale')
        return refuse(403, 'This code is wrong. Check the clock of your device, and enter the present code.');
      if (!enabled.ok && enabled.error.code === 'already_exists')
        return reply.redirect(secondFactorPath, 303);
      if (!enabled.ok) throw refused(enabled.error);
      return showCodes(reply, enabled.value, 'The second factor is on, and your other sessions have ended.');
    },
  );

  /** The form of a refusal that the person can mend. @throws ApiError for any other */
  function refuseCode<T>(
    reply: FastifyReply,
    of: FactorProblem['of'],
    result: Result<T, Refusal> & { ok: false },
  ) {
    if (result.error.code !== 'stale') throw refused(result.error);
    return page(reply.code(403), { of, text: 'This code is wrong, or was used before.' });
  }

  app.post(`${secondFactorPath}/codes`, { config, schema: { body: Confirmed } }, async (request, reply) => {
    const fault = await faultOf(request, request.body);
    if (fault !== null) return page(reply.code(403), { of: 'codes', text: fault });
    const given = givenOf(request.body.code);
    const replaced = await replaceRecoveryCodes(deps, personIn(request), given, contextIn(request)).catch(
      unreadable,
    );
    if (!replaced.ok) return refuseCode(reply, 'codes', replaced);
    return showCodes(reply, replaced.value, 'The earlier recovery codes no longer work.');
  });

  app.post(`${secondFactorPath}/off`, { config, schema: { body: Confirmed } }, async (request, reply) => {
    const fault = await faultOf(request, request.body);
    if (fault !== null) return page(reply.code(403), { of: 'off', text: fault });
    const given = { ...givenOf(request.body.code), keptSessionId: visitorIn(request).session.id };
    const disabled = await disableSecondFactor(deps, personIn(request), given, contextIn(request)).catch(
      unreadable,
    );
    if (!disabled.ok) return refuseCode(reply, 'off', disabled);
    return redirectAfterWrite(reply, disabled.value, { to: youPath, note: 'The second factor is off.' });
  });
}
