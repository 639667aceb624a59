import { join } from 'node:path';
import { startService } from '../support/formlog.ts';
import { requestsTo } from '../support/network-requests.ts';
import { client, startOpenIdProvider } from '../support/openid/provider.ts';
import { redirectUri } from '../support/openid/sign-in.ts';
import { useEventStoreServer, useMongoServer, useNatsServer, withDatabase } from '../support/servers.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { openVisit, origin, type Visit } from '../support/web.ts';

/** A process, by its place. */
export type Place = 0 | 1;

/** A browser whose requests go to one process, and after `at` to the process at that place. */
export type RoamingBrowser = Visit & { at(place: Place): Visit };

export const operatorToken = 'an-operator-of-two-processes';

/** Starts two processes over the same stores, the second without the roles that work in the background. */
export async function startTwoProcesses(dir: string) {
  const [stores, sink, provider] = await Promise.all([
    Promise.all([useEventStoreServer(), useMongoServer(), useNatsServer()]),
    startSmtpSink(),
    startOpenIdProvider(redirectUri),
  ]);
  const [eventstore, mongodb, nats] = stores;
  const settings = {
    EVENTSTORE_URL: eventstore.url,
    MONGODB_URL: mongodb.embedded ? mongodb.url : withDatabase(mongodb.url, dir),
    NATS_URL: nats.url,
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    PUBLIC_URL: origin,
    SIGN_UP: 'open',
    SMTP_URL: sink.url,
    MAIL_FROM: 'Forms <forms@example.org>',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
    OIDC_SCOPES: 'openid email profile groups',
    OIDC_ACCOUNT: 'demo',
    OIDC_ROLES: '*=editor',
    OPERATOR_TOKENS: `operator:ops:${operatorToken}`,
    LOG_LEVEL: 'error',
  };
  const [one, other] = await Promise.all([
    startService(join(dir, 'one'), settings),
    startService(join(dir, 'other'), { ...settings, ROLES: 'api,web' }),
  ]);
  const urls = [one.url, other.url] as const;
  return {
    sink,
    provider,
    urls,
    /** @param held the cookies that the browser has already, by name */
    openBrowser(held: Readonly<Record<string, string>> = {}): RoamingBrowser {
      let current: Place = 0;
      const visit = openVisit(
        requestsTo(() => urls[current]),
        held,
      );
      return {
        ...visit,
        at(place) {
          current = place;
          return visit;
        },
      };
    },
    async close(): Promise<void> {
      await Promise.all([one.kill('SIGTERM'), other.kill('SIGTERM')]);
      await Promise.all([sink.close(), provider.close(), ...stores.map((store) => store.close())]);
    },
  };
}

export type TwoProcesses = Awaited<ReturnType<typeof startTwoProcesses>>;
