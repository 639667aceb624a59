import type { ApiDeps } from '../../api/api-deps.ts';
import { untilComplete } from '../../api/requests/requests.ts';
import { openSlugs } from '../../commands/form/slugs.ts';
import { openIdempotencyStore } from '../../coordination/idempotency-store.ts';
import { openRateLedger } from '../../coordination/rate-ledger.ts';
import { openReturnedPages } from '../../coordination/returned-pages.ts';
import { openSpentTokens } from '../../coordination/spent-tokens.ts';
import { openSentRequests } from '../../dispatcher/worker/sent-requests.ts';
import { openProvider } from '../../openid/provider.ts';
import { collectionsOf } from '../../projections/collections.ts';
import { openControl } from '../../projections/generations/control/control.ts';
import { openAnswerCounts } from '../../projections/queries/answers/answer-counts.ts';
import { documentQueries } from '../../projections/queries/documents.ts';
import { liveQueries } from '../../projections/queries/live-queries.ts';
import { dueQueries } from '../../projections/read-models/deliveries/due-deliveries.ts';
import { readModels } from '../../projections/registry.ts';
import { openActivity } from '../../web/console/overview/activity.ts';
import type { WebDeps } from '../../web/web-deps.ts';
import type { Config } from '../config/config.ts';
import { isReachedLocally, loopbackNames } from '../config/listening.ts';
import { openIdSettings } from '../config/openid.ts';
import { cursorKeys, fileLinkKeys, operatorTokens, sessionKeys } from './credentials.ts';
import { configuredManagers, dispatchManagers } from './process-managers.ts';
import type { Service } from './service.ts';

/** The dependencies of the API and the pages. @param health answers `/readyz`, unless an override does */
export function httpDeps(service: Service, health: ApiDeps['health']): WebDeps {
  const { config, commands, store, aliases, queries, progress, completeness, masterKey } = service;
  const { files, keyUse, logger, mailer, logMembers, parkedDestinations, budgetWaits, watch } = service;
  const { now } = commands;
  const openid = openIdSettings(config);
  return {
    ...commands,
    ...settingsOf(config),
    slugs: openSlugs(commands, async (accountId, slug) => {
      await untilComplete(completeness, ['forms']);
      return queries.forms.withSlug(accountId, slug);
    }),
    queries,
    answerCounts: openAnswerCounts({
      ...commands,
      queries: queries.answers,
      reached: () => progress.positionOf('submissions'),
    }),
    keyUse,
    logger,
    mailer,
    health,
    logMembers,
    parkedDestinations,
    budgetWaits,
    watch,
    progress: { waitFor: progress.waitFor, untilComplete: completeness.untilComplete },
    documents: documentQueries(collectionsOf(store), readModels, aliases, commands.definitions),
    projections: controlOf(service),
    rateLedger: openRateLedger(store),
    idempotency: openIdempotencyStore(store, now),
    sentRequests: openSentRequests(commands),
    metrics: service.metrics.registry,
    metricsText: service.metrics.text,
    ...cursorKeys(masterKey, config),
    sessionKeys: sessionKeys(masterKey, config),
    fileLinkKeys: fileLinkKeys(masterKey, config),
    contents: files.contents,
    uploads: files.uploads,
    tus: files.tus,
    largestFile: config.MAX_FILE_BYTES,
    fileLifetimeMs: config.FILE_LIFETIME_S * 1_000,
    requireClean: files.requireClean,
    operatorTokens: operatorTokens(config),
    returnedPages: openReturnedPages(store, now),
    spentTokens: openSpentTokens(store, now),
    openid: openid && openProvider(openid, now),
    readModels: readModels.map(({ name }) => name),
    queue: liveQueries(dueQueries, collectionsOf(store), aliases),
    activity: openActivity(now),
    ...service.overrides.http,
  };
}

const controlOf = ({ store, log, leases, aliases, progress }: Service) =>
  openControl({
    store,
    log,
    progress,
    models: readModels,
    managers: dispatchManagers,
    otherManagers: configuredManagers,
    workers: ['eraser', 'log-purger', 'store-purger', 'account-eraser', 'recoverer', 'file-sweeper'],
    leaseMs: leases.leaseMs,
    onChanged: () => void aliases.refresh().catch(() => undefined),
  });

/** The settings that requests obey. */
const settingsOf = (config: Config) => ({
  recoveriesPerSecond: config.RECOVERY_PER_SECOND,
  trustedProxies: config.TRUSTED_PROXIES,
  publicUrl: config.PUBLIC_URL ?? null,
  signUp: { mode: config.SIGN_UP, plan: config.SIGN_UP_PLAN },
  knownHosts: knownHostsOf(config),
  monitoringHosts: config.MONITORING_HOSTS,
  formRates: {
    pages: config.FORM_PAGES_PER_MINUTE,
    submissions: config.FORM_SENDS_PER_MINUTE,
    attempts: config.FORM_ATTEMPTS_PER_MINUTE,
    saves: config.FORM_SAVES_PER_MINUTE,
    unknown: config.FORM_MISSES_PER_MINUTE,
  },
  rateDefaults: { requests: config.RATE_LIMIT_REQUESTS, window_s: config.RATE_LIMIT_WINDOW_S },
  destinationRules: { allowHosts: config.WEBHOOK_ALLOW_HOSTS },
});

/** On the loopback interface without a proxy, a request names this machine or PUBLIC_URL; elsewhere it may name any host. */
function knownHostsOf({ HOST, PUBLIC_URL, TRUSTED_PROXIES }: Config): string[] | null {
  if (!isReachedLocally({ HOST, TRUSTED_PROXIES })) return null;
  return PUBLIC_URL === undefined
    ? [...loopbackNames]
    : [...loopbackNames, new URL(PUBLIC_URL).hostname.toLowerCase()];
}
