import type { FastifyRequest } from 'fastify';
import { unreadable } from '../../../api/errors/unreadable-secret.ts';
import type { Rates } from '../../../api/limits/rates.ts';
import { executeOnPerson } from '../../../commands/person/change-person.ts';
import { useOfCode } from '../../../commands/person/second-factor.ts';
import type { WebDeps } from '../../web-deps.ts';
import { countGiven } from '../session/code-page.tsx';
import { missingProof } from '../session/prove-person.tsx';
import { personIn } from '../session/visitor.ts';
import { contextIn } from './own-password.ts';
import { givenOf } from './second-factor.tsx';

/**
 * Checks the password, or the time of the sign-in of a person without one, and the code of a person who has a second factor, before
 * another way to sign in is added. The code is used up.
 * @returns the reason of a refusal; null if all are right
 * @throws ApiError after too many guesses
 */
export async function faultOfFactors(
  deps: Pick<WebDeps, 'aggregates' | 'now' | 'secrets'>,
  rates: Rates,
  request: FastifyRequest,
  { password, code }: { readonly password: string; readonly code: string },
): Promise<string | null> {
  const person = personIn(request);
  const fault = await missingProof(deps, rates, request, password);
  if (fault !== null) return fault;
  if (!person.secondFactor) return null;
  const given = givenOf(code);
  await countGiven(rates, person, given);
  const use = await useOfCode(deps, person, given).catch(unreadable);
  const used = use && (await executeOnPerson(deps, person.personId, use, contextIn(request)));
  return used?.ok ? null : 'This code is wrong, or was used before.';
}
