import type { Rates } from '../../../api/limits/rates.ts';
import { personWithEmail } from '../../../commands/person/find-person.ts';
import { emailIn, loginHash } from '../../../commands/person/login-name.ts';
import { isPassword } from '../../../commands/person/passwords.ts';
import type { ExistingPerson } from '../../../domain/person/state.ts';
import type { WebDeps } from '../../web-deps.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Finds the person of an address and a password; null for a wrong pair. It takes as long for an address without a person.
 * @throws ApiError after too many guesses for the address
 */
export async function personByPassword(
  deps: Pick<WebDeps, 'aggregates'>,
  rates: Pick<Rates, 'countGuess'>,
  { email: given, password }: Credentials,
): Promise<ExistingPerson | null> {
  const email = emailIn(given) ?? given.slice(0, 254);
  await rates.countGuess(await loginHash(email));
  const person = await personWithEmail(deps, email);
  return (await isPassword(person?.passwordHash ?? null, password)) ? person : null;
}
