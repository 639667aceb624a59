import { startService } from '../../../support/formlog.ts';
import { freePort } from '../../../support/free-port.ts';
import { client, startOpenIdProvider } from '../../../support/openid/provider.ts';
import { callbackPath } from '../../../support/openid/sign-in.ts';
import { startSmtpSink } from '../../../support/smtp-sink.ts';

/** The account in which the provider gives roles. */
const accountOfProvider = 'acme';

/** Starts a service on which strangers open accounts, as a process of its own, with a mail server and an OpenID provider. */
export async function startOpenService(dir: string) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const [sink, provider] = await Promise.all([
    startSmtpSink(),
    startOpenIdProvider(url + callbackPath, 'localhost'),
  ]);
  const service = await startService(dir, {
    PORT: String(port),
    PUBLIC_URL: url,
    SIGN_UP: 'open',
    SMTP_URL: sink.url,
    MAIL_FROM: 'Forms <forms@example.org>',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_LABEL: 'Acme ID',
    OIDC_SCOPES: 'openid email profile groups',
    OIDC_ACCOUNT: accountOfProvider,
    OIDC_ROLES: 'admins=owner',
    // Three attempts within a second, and then none until a person sends them again.
    WEBHOOK_RETRY_MINUTES: '0.005,0.005,600',
  });
  return {
    url,
    sink,
    provider,
    accountOfProvider,
    async close(): Promise<void> {
      await service.kill('SIGTERM');
      await provider.close();
      await sink.close();
    },
  };
}

export type OpenService = Awaited<ReturnType<typeof startOpenService>>;
