import { parseRoleRules } from '../../openid/role-rules.ts';
import type { OpenIdSettings, RoleRule } from '../../openid/settings.ts';
import { nonEmpty, oneOf, text } from './formats.ts';

/** The URL of an issuer, from which the provider's discovery document follows. */
const issuer = text((value) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !['https:', 'http:'].includes(url.protocol))
    throw new Error('is not a URL beginning with https://');
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '' || /[?#]$/.test(value))
    throw new Error('must be a URL without a user, a query or a fragment, such as https://id.example');
  if (url.pathname.includes('/.well-known/'))
    throw new Error('is the URL of a document: give the issuer, which is the part before /.well-known/');
  return value;
});

const scopes = text((value) => {
  const named = value.split(/[\s,]+/).filter((scope) => scope !== '');
  if (!named.includes('openid')) throw new Error('must contain openid, such as openid email profile groups');
  return named.join(' ');
});

const roleRules = text((value) => {
  const rules = parseRoleRules(value);
  if (!rules.ok) throw new Error(rules.error);
  return rules.value;
});

const label = text((value) => {
  const trimmed = value.trim();
  if (trimmed === '' || trimmed.length > 60) throw new Error('is not a name of 1 to 60 characters');
  return trimmed;
});

const accountId = text((value) => {
  if (!/^[\w-]{1,64}$/.test(value)) throw new Error('is not the id of an account');
  return value;
});

/** The settings of the OpenID provider with which people sign in. */
export const openIdFormats = {
  OIDC_ISSUER: issuer({ default: undefined, desc: 'the OpenID provider with which people sign in' }),
  OIDC_CLIENT_ID: nonEmpty({ default: undefined, desc: 'the id of this service at the provider' }),
  OIDC_CLIENT_SECRET: nonEmpty({ default: undefined, desc: 'its secret there; none for a public client' }),
  OIDC_LABEL: label({ default: 'your organisation', desc: 'names the provider on the button' }),
  OIDC_SCOPES: scopes({ default: 'openid email profile', desc: 'the scopes that are asked for' }),
  OIDC_TRUST_EMAIL: oneOf(['true', 'false'])({
    default: 'false',
    desc: 'whether an address counts as verified without email_verified',
  }),
  OIDC_ACCOUNT: accountId({ default: undefined, desc: 'the account that people join' }),
  OIDC_ROLES_CLAIM: nonEmpty({ default: 'groups', desc: 'the claim that decides their role' }),
  OIDC_ROLES: roleRules({ default: undefined, desc: 'value=role, …; * stands for every person' }),
};

/** The settings that the provider follows from. */
interface OpenIdConfig {
  readonly OIDC_ISSUER: string | undefined;
  readonly OIDC_CLIENT_ID: string | undefined;
  readonly OIDC_CLIENT_SECRET: string | undefined;
  readonly OIDC_LABEL: string;
  readonly OIDC_SCOPES: string;
  readonly OIDC_TRUST_EMAIL: string;
  readonly OIDC_ACCOUNT: string | undefined;
  readonly OIDC_ROLES_CLAIM: string;
  readonly OIDC_ROLES: readonly RoleRule[] | undefined;
  readonly WEBHOOK_ALLOW_HOSTS: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const isLocal = (host: string): boolean => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);

/** Returns a line for each setting of the provider that others lack or contradict. */
export function openIdMistakes(
  env: Environment,
  { WEBHOOK_ALLOW_HOSTS: allowed = [] }: Partial<OpenIdConfig>,
): string[] {
  const isSet = (name: string) => env[name] !== undefined;
  if (!isSet('OIDC_ISSUER')) {
    const others = Object.keys(openIdFormats).filter(isSet);
    return others.length === 0 ? [] : [`OIDC_ISSUER is missing: ${others.join(', ')} need it`];
  }
  const mistakes: string[] = [];
  if (!isSet('OIDC_CLIENT_ID'))
    mistakes.push('OIDC_CLIENT_ID is missing: the provider knows the service by it');
  if (!isSet('PUBLIC_URL'))
    mistakes.push('PUBLIC_URL is missing: the OpenID provider sends people back to it');
  if (isSet('OIDC_ACCOUNT') && !isSet('OIDC_ROLES'))
    mistakes.push('OIDC_ROLES is missing: it says who joins OIDC_ACCOUNT with which role, such as *=viewer');
  if (isSet('OIDC_ROLES') && !isSet('OIDC_ACCOUNT'))
    mistakes.push('OIDC_ACCOUNT is missing: OIDC_ROLES are roles in that account');
  const url = URL.canParse(env['OIDC_ISSUER'] ?? '') ? new URL(env['OIDC_ISSUER'] ?? '') : null;
  if (url?.protocol === 'http:' && !isLocal(url.hostname) && !allowed.includes(url.hostname))
    mistakes.push(
      'OIDC_ISSUER must begin with https://, unless its host is this machine or in WEBHOOK_ALLOW_HOSTS',
    );
  return mistakes;
}

/** The provider of the settings; null without one. */
export function openIdSettings(config: OpenIdConfig): OpenIdSettings | null {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_ACCOUNT, OIDC_ROLES } = config;
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined) return null;
  const hasMembers = OIDC_ACCOUNT !== undefined && OIDC_ROLES !== undefined;
  return {
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: config.OIDC_CLIENT_SECRET ?? null,
    label: config.OIDC_LABEL,
    scopes: config.OIDC_SCOPES,
    trustsEmail: config.OIDC_TRUST_EMAIL === 'true',
    membership: hasMembers
      ? { accountId: OIDC_ACCOUNT, claim: config.OIDC_ROLES_CLAIM, rules: OIDC_ROLES }
      : null,
    allowHosts: config.WEBHOOK_ALLOW_HOSTS,
  };
}
