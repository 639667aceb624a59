import type { Config } from '../../../app/config/config.ts';
import { parseRoleRules } from '../../../openid/role-rules.ts';
import type { TestService } from '../service.ts';
import { openVisit, origin, type PageAnswer, type Visit } from '../web.ts';
import { client, type TestProvider } from './provider.ts';

export const openIdPath = '/console/sign-in/openid';
export const callbackPath = `${openIdPath}/callback`;
export const redirectUri = `${origin}${callbackPath}`;

/** The settings of a service whose people sign in with a provider. */
export function openIdSettings(issuer: string, rules = 'admins=owner,staff=editor'): Partial<Config> {
  const parsed = parseRoleRules(rules);
  if (!parsed.ok) throw new Error(parsed.error);
  return {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_LABEL: 'Acme ID',
    OIDC_SCOPES: 'openid email profile groups',
    OIDC_ACCOUNT: 'acme',
    OIDC_ROLES: parsed.value,
  };
}

/** Opens the account of the settings, without members. */
export async function openAcme({ admin }: Pick<TestService, 'admin'>): Promise<void> {
  const opened = await admin('POST', '/accounts', { body: { id: 'acme', name: 'Acme', plan: 'business' } });
  if (opened.status !== 201) throw new Error(opened.text);
}

/** Begins a sign-in. @returns the address at the provider */
export async function begin(visit: Visit, path = openIdPath): Promise<string> {
  const begun = await visit.get(path);
  if (begun.status !== 303 || begun.location === undefined)
    throw new Error(`the sign-in did not begin: ${begun.status} ${begun.text}`);
  return begun.location;
}

/** Signs a person in with the provider, from the button to the answer of the service. */
export async function signInWith(
  service: Pick<TestService, 'inject'>,
  provider: TestProvider,
  as: string,
  { visit = openVisit(service), path = openIdPath } = {},
): Promise<{ readonly visit: Visit; readonly answer: PageAnswer }> {
  provider.meet({ as });
  const answer = await visit.get(await provider.answer(await begin(visit, path)));
  return { visit, answer };
}
