import type { FastifyRequest } from 'fastify';
import type { Links } from '../../../api/auth/links.ts';
import type { Rates } from '../../../api/limits/rates.ts';
import { contextOf } from '../../../api/requests/requests.ts';
import { loginHash } from '../../../commands/person/login-name.ts';
import { isPassword } from '../../../commands/person/passwords.ts';
import type { CommandContext } from '../../../log/aggregates.ts';
import type { Sessions } from '../session/sessions.ts';
import { personIn, visitorIn } from '../session/visitor.ts';

/** What the pages about the person need beside the stores. */
export interface YouParts {
  readonly rates: Rates;
  readonly links: Links;
  readonly sessions: Sessions;
}

/** The context of what a person does in the account of the session. */
export function contextIn(request: FastifyRequest): CommandContext {
  const { personId } = personIn(request);
  return contextOf(request, visitorIn(request).accountId ?? '', { kind: 'member', id: personId });
}

/** Whether a password is that of the person; counts the guess. A session that was left open must not be enough. */
export async function isOwnPassword(
  request: FastifyRequest,
  rates: Rates,
  password: string,
): Promise<boolean> {
  const { email, passwordHash } = personIn(request);
  await rates.countGuess(await loginHash(email));
  return isPassword(passwordHash, password);
}
