import * as client from 'openid-client';
import Type from 'typebox';
import { Value } from 'typebox/value';
import { ProviderUnavailable } from './errors.ts';
import { judgeFailure } from './judge-failure.ts';
import { outgoingFetch } from './outgoing.ts';
import type { Authorization, Begun, OpenIdClient } from './protocol.ts';
import type { Claims } from './role-rules.ts';
import type { OpenIdSettings } from './settings.ts';

/** How long each exchange with the provider may take, in milliseconds. */
const limitMs = 5_000;

/** The claims that name a person at the provider. */
const IdToken = Type.Object({ iss: Type.String({ minLength: 1 }), sub: Type.String({ minLength: 1 }) });

/**
 * Reads the discovery document of the provider.
 * @throws ProviderUnavailable also if the document is not that of the issuer
 */
export async function discoverProvider(settings: OpenIdSettings): Promise<OpenIdClient> {
  const { issuer, scopes } = settings;
  const config = await discover(settings);

  async function begin(redirectUri: string): Promise<Begun> {
    const [state, nonce] = [client.randomState(), client.randomNonce()];
    const codeVerifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: scopes,
      response_type: 'code',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, authorization: { state, nonce, codeVerifier } };
  }

  async function finish(
    answer: URL,
    { state, nonce, codeVerifier }: Authorization,
  ): Promise<{ readonly issuer: string; readonly subject: string; readonly claims: Claims }> {
    try {
      const tokens = await client.authorizationCodeGrant(config, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      const { iss, sub } = Value.Parse(IdToken, claims);
      const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
      const more = hasMore ? await client.fetchUserInfo(config, tokens.access_token, sub) : {};
      return { issuer: iss, subject: sub, claims: { ...more, ...claims } };
    } catch (error) {
      throw judgeFailure(error);
    }
  }

  if (config.serverMetadata().issuer.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw new ProviderUnavailable('its document names another issuer');
  if (config.serverMetadata().authorization_endpoint === undefined)
    throw new ProviderUnavailable('its document names no authorization_endpoint');
  return { begin, finish };
}

async function discover({
  issuer,
  clientId,
  clientSecret,
  allowHosts,
}: OpenIdSettings): Promise<client.Configuration> {
  const { hostname, protocol } = new URL(issuer);
  const authentication = clientSecret === null ? client.None() : withSecret(clientSecret);
  try {
    return await client.discovery(new URL(issuer), clientId, {}, authentication, {
      [client.customFetch]: outgoingFetch({ allowHosts: [hostname, ...allowHosts], limitMs }),
      timeout: limitMs / 1_000,
      // The signature is checked, too: TLS alone does not show who made the token.
      execute: [
        client.enableNonRepudiationChecks,
        // eslint-disable-next-line @typescript-eslint/no-deprecated -- for a provider of this machine, which the settings check
        ...(protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    });
  } catch (error) {
    const failure = judgeFailure(error);
    throw new ProviderUnavailable(failure.message);
  }
}

/** Sends the secret as the provider takes it: as a password of HTTP, the default of the standard, or in the body. */
function withSecret(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
  };
}
