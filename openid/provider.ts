import type { Role } from '../domain/membership/roles.ts';
import type { Identity } from '../domain/person/events.ts';
import type { Authorization, Begun, OpenIdClient } from './protocol.ts';
import { type Claims, roleOf } from './role-rules.ts';
import type { OpenIdSettings } from './settings.ts';

/** A person as the provider knows them. */
export interface ProvidedPerson {
  readonly identity: Identity;
  /** The name, as far as the provider tells it. */
  readonly name: string | null;
  /** The address, if the provider has verified it. */
  readonly email: string | null;
  /** The role in the account of the settings; null for none. */
  readonly role: Role | null;
}

/** The OpenID provider of the settings. */
export interface OpenIdProvider {
  /** Names it to people. */
  readonly label: string;
  /** The account that people join with the role of their claim; null if no claim gives membership. */
  readonly accountId: string | null;
  /** Begins a sign-in. @throws ProviderUnavailable */
  begin(redirectUri: string): Promise<Begun>;
  /**
   * Exchanges the answer of the provider for the person.
   * @param answer the redirect URI with the query that the browser brought
   * @throws ProviderUnavailable, SignInRefused
   */
  finish(answer: URL, authorization: Authorization): Promise<ProvidedPerson>;
}

/** How long a discovery document is used. */
const keptMs = 3_600_000;
/** How long a provider that did not answer is not asked again. */
const awayMs = 5_000;

/** Opens the provider of the settings. It is asked for its discovery document when a person first signs in with it. */
export function openProvider(settings: OpenIdSettings, now: () => Date): OpenIdProvider {
  const { label, membership } = settings;
  let known: { readonly client: Promise<OpenIdClient>; readonly until: number } | null = null;

  /** Requests at the same time share one discovery, and its failure. */
  function clientOf(): Promise<OpenIdClient> {
    const at = now().getTime();
    if (known && at < known.until) return known.client;
    const client = discover(settings);
    const asked = { client, until: at + keptMs };
    known = asked;
    client.catch(() => {
      if (known === asked) known = { client, until: now().getTime() + awayMs };
    });
    return client;
  }

  return {
    label,
    accountId: membership?.accountId ?? null,
    begin: async (redirectUri) => (await clientOf()).begin(redirectUri),
    async finish(answer, authorization) {
      const { issuer, subject, claims } = await (await clientOf()).finish(answer, authorization);
      return {
        identity: { issuer, subject },
        name: textIn(claims['name']) ?? textIn(claims['preferred_username']),
        email: verifiedEmail(claims, settings),
        role: membership && roleOf(membership, claims),
      };
    },
  };
}

async function discover(settings: OpenIdSettings): Promise<OpenIdClient> {
  // Loaded on demand: a service without a provider needs no client.
  const { discoverProvider } = await import('./client.ts');
  return discoverProvider(settings);
}

const textIn = (claim: unknown): string | null =>
  typeof claim === 'string' && claim.trim() !== '' ? claim : null;

function verifiedEmail(claims: Claims, { trustsEmail }: OpenIdSettings): string | null {
  const isVerified = claims['email_verified'] ?? trustsEmail;
  // Some providers send it as a text.
  return isVerified === true || isVerified === 'true' ? textIn(claims['email']) : null;
}
