import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the provider does differently from an honest one. */
export interface Lies {
  /** Replaces members of the discovery document. */
  readonly document?: Readonly<Record<string, unknown>>;
  /** Replaces claims of the ID token. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Replaces members of the token's head. */
  readonly head?: Readonly<Record<string, unknown>>;
  /** Whether another key signs the token. */
  readonly isForged?: boolean;
  /** Whether the token has no signature. */
  readonly isUnsigned?: boolean;
  /** Replaces the claims of the userinfo endpoint. */
  readonly userinfo?: Readonly<Record<string, unknown>>;
  /** Answers every request with a status, or with silence. */
  readonly answers?: number | 'silence';
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Starts a provider that lies as the test wants. It gives a code to everybody, without a question. */
export async function startHostileProvider() {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
  let lies: Lies = {};
  let nonce = '';
  let requests = 0;

  function idToken(): string {
    const at = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: issuer,
      aud: 'formlog',
      sub: 'mallory',
      nonce,
      iat: at,
      exp: at + 600,
      ...lies.claims,
    };
    const signed = `${encode({ alg: 'RS256', kid: 'own', ...lies.head })}.${encode(claims)}`;
    if (lies.isUnsigned) return `${signed}.`;
    const { privateKey } = lies.isForged ? other : own;
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
  }

  const answers: Readonly<Record<string, () => object>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...lies.document,
    }),
    '/keys': () => ({
      keys: [{ ...own.publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'own' }],
    }),
    '/token': () => ({ access_token: 'access', token_type: 'Bearer', id_token: idToken() }),
    '/userinfo': () => ({
      sub: 'mallory',
      name: 'Mallory',
      email: 'mallory@example.com',
      email_verified: true,
      groups: ['staff'],
      ...lies.userinfo,
    }),
  };

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    if (lies.answers === 'silence') return;
    if (lies.answers !== undefined) return void response.writeHead(lies.answers).end('no');
    const answer = answers[new URL(request.url ?? '', issuer).pathname];
    if (!answer) return void response.writeHead(404).end();
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    lie(next: Lies): void {
      lies = next;
    },
    /** The requests so far. */
    requests: () => requests,
    /** Gives a code for a request of the service. @returns the query of the answer */
    answer(authorizationUrl: string, more: Readonly<Record<string, string>> = {}): string {
      const asked = new URL(authorizationUrl).searchParams;
      nonce = asked.get('nonce') ?? '';
      return `?${new URLSearchParams({ code: 'code', state: asked.get('state') ?? '', ...more }).toString()}`;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type HostileProvider = Awaited<ReturnType<typeof startHostileProvider>>;
