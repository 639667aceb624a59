import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Provider } from 'oidc-provider';
import { freePort } from '../free-port.ts';

/** The claims of a person at the provider. */
export interface AtProvider {
  readonly name?: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly groups?: readonly string[];
}

export const client = { id: 'formlog', secret: 'a secret of the provider' };

/** How the provider meets a person: it signs in whom the test names, or asks on a page of its own. */
type Manner = { readonly as: string } | 'asks' | 'declines';

const page = (uid: string) => `<!doctype html><html lang="en"><title>Acme</title><h1>Acme</h1>
<form method="post" action="/interaction/${uid}"><label>Name <input name="login" autofocus></label>
<button>Continue</button></form>`;

/** Starts an OpenID provider on a port of its own, for one service. @param redirectUri of the service */
export async function startOpenIdProvider(redirectUri: string) {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
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
      const grant = new oidc.provider.Grant({
        clientId: client.id,
        ...(oidc.session?.accountId !== undefined && { accountId: oidc.session.accountId }),
      });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
  });
  const callback = provider.callback();

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const finish = (accountId: string) =>
      provider.interactionFinished(request, response, { login: { accountId, remember: false } });
    if (request.method === 'POST')
      return finish(new URLSearchParams(await textOf(request)).get('login') ?? '');
    if (manner === 'declines')
      return provider.interactionFinished(request, response, { error: 'access_denied' });
    if (manner !== 'asks') return finish(manner.as);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(page(request.url?.split('/').at(-1) ?? ''));
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
