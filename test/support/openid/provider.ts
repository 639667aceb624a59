import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type InteractionResults, Provider } from 'oidc-provider';
import { freePort } from '../free-port.ts';

/** The claims of a person at the provider. */
export interface AtProvider {
  readonly name?: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly groups?: readonly string[];
}

export const client = { id: 'formlog', secret: 'a secret of the provider' };

/** How the provider meets a person: it signs in whom the test names, or asks on pages of its own. */
type Manner = { readonly as: string } | 'asks' | 'declines';

const page = (
  uid: string,
  content: string,
) => `<!doctype html><html lang="en"><title>Acme</title><h1>Acme</h1>
<form method="post" action="/interaction/${uid}">${content}
<button name="act" value="go on">Continue</button><button name="act" value="cancel">Cancel</button></form>`;
const loginField = '<label>Name <input name="login" autofocus></label>';
const consentText = '<p>Formlog wants to know your name and your address.</p>';

const scope = 'openid email profile groups';

/**
 * Starts an OpenID provider on a port of its own, for one service.
 * @param redirectUri of the service
 * @param host `localhost` is another site than the service at 127.0.0.1, for a browser
 */
export async function startOpenIdProvider(redirectUri: string, host = '127.0.0.1') {
  const port = await freePort();
  const issuer = `http://${host}:${port}`;
  const people = new Map<string, AtProvider>();
  let manner: Manner = 'asks';
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the test'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name'],
      groups: ['groups'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId;
      if (manner !== 'asks') return oidc.provider.Grant.find(await granted(accountId));
      const grantId = oidc.result?.consent?.grantId ?? oidc.session?.grantIdFor(client.id);
      return grantId === undefined ? undefined : oidc.provider.Grant.find(grantId);
    },
  });

  /** Lets the service know about a person. @returns the id of the grant */
  function granted(accountId: string | undefined): Promise<string> {
    const grant = new provider.Grant({ clientId: client.id, ...(accountId !== undefined && { accountId }) });
    grant.addOIDCScope(scope);
    return grant.save();
  }

  const callback = provider.callback();

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const finish = (result: InteractionResults) => provider.interactionFinished(request, response, result);
    const { prompt, session, uid } = await provider.interactionDetails(request, response);
    const isConsent = prompt.name === 'consent';
    if (manner === 'declines') return finish({ error: 'access_denied' });
    if (manner !== 'asks') return finish({ login: { accountId: manner.as, remember: false } });
    if (request.method === 'POST') {
      const sent = new URLSearchParams(await textOf(request));
      if (sent.get('act') === 'cancel') return finish({ error: 'access_denied' });
      if (isConsent) return finish({ consent: { grantId: await granted(session?.accountId) } });
      return finish({ login: { accountId: sent.get('login') ?? '', remember: false } });
    }
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page(uid, isConsent ? consentText : loginField));
  }

  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void callback(request, response);
    interact(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  return {
    issuer,
    people,
    meet(next: Manner): void {
      manner = next;
    },
    /** Signs in a person at the provider. @returns the path and query of the service to which the provider sends the browser */
    async answer(authorizationUrl: string): Promise<string> {
      const cookies = new Map<string, string>();
      let url = authorizationUrl;
      for (let step = 0; step < 10; step++) {
        const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
        const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
        for (const line of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          cookies.set(name, value);
        }
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`the provider stays at ${url}: ${await answer.text()}`);
        url = new URL(location, url).href;
        if (url.startsWith(redirectUri)) return url.slice(new URL(redirectUri).origin.length);
      }
      throw new Error('the provider redirects without end');
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type TestProvider = Awaited<ReturnType<typeof startOpenIdProvider>>;

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
