import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { StallWatch } from '../async/stall-watch.ts';
import type { CommandDeps } from '../commands/deps.ts';
import type { DestinationRules } from '../commands/destination/destination-url.ts';
import type { SignUpMode } from '../commands/person/sign-up-modes.ts';
import type { BudgetWaits } from '../coordination/budget-waits.ts';
import type { IdempotencyStore } from '../coordination/idempotency-store.ts';
import type { KeyUse } from '../coordination/key-use.ts';
import type { LogMembers } from '../coordination/log-members.ts';
import type { ParkedDestinations } from '../coordination/parked-destinations.ts';
import type { RateLedger } from '../coordination/rate-ledger.ts';
import type { SentRequests } from '../dispatcher/worker/sent-requests.ts';
import type { Files } from '../files/open-files.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { ProjectionControl } from '../projections/generations/control/control-types.ts';
import type { Completeness } from '../projections/progress/completeness.ts';
import type { Progress } from '../projections/progress/progress.ts';
import type { AnswerCounts } from '../projections/queries/answers/answer-counts.ts';
import type { DocumentQueries } from '../projections/queries/documents.ts';
import type { Queries } from '../projections/queries/open-queries.ts';
import type { OperatorRole } from './contract/operator-roles.ts';
import type { FormRates, RateLimit } from './limits/rate-windows.ts';

/** A user of the admin API, identified by the hash of a token. */
export interface OperatorToken {
  readonly id: string;
  readonly role: OperatorRole;
  /** SHA-256 of the whole token, hex. */
  readonly sha256: string;
}

/** Time limits for clients, in ms; beyond them the answer is 408, or the connection is closed if it is idle. */
export interface ClientLimits {
  readonly headersMs: number;
  readonly requestMs: number;
  /** The same for a request with a file; an hour by default. */
  readonly transferMs?: number;
  /** Silence of both sides on a connection. */
  readonly silenceMs: number;
  /** The time between an answer and the next request. */
  readonly idleMs: number;
  /** The interval of the check for slow requests. */
  readonly checkMs: number;
}

/** The dependencies of the API. */
export interface ApiDeps extends CommandDeps {
  readonly queries: Queries;
  readonly answerCounts: AnswerCounts;
  /** Documents of read models and copies. */
  readonly documents: DocumentQueries;
  readonly projections: ProjectionControl;
  readonly progress: Pick<Progress, 'waitFor'> & Pick<Completeness, 'untilComplete'>;
  readonly logMembers: Pick<LogMembers, 'members' | 'remove'>;
  readonly parkedDestinations: Pick<ParkedDestinations, 'list' | 'requestRetry'>;
  readonly budgetWaits: Pick<BudgetWaits, 'among'>;
  readonly rateLedger: RateLedger;
  readonly keyUse: Pick<KeyUse, 'record' | 'lastUsed'>;
  readonly idempotency: IdempotencyStore;
  /** The requests of a delivery; null for an unknown delivery. */
  readonly sentRequests: (deliveryId: string) => Promise<SentRequests | null>;
  /** Signs cursors; the same key in every process. */
  readonly cursorKey: Buffer;
  /** Former keys, and keys of other processes, whose cursors are accepted. */
  readonly otherCursorKeys?: readonly Buffer[];
  /** Sign links to files. The first signs, all are accepted; the same keys in every process. */
  readonly fileLinkKeys: readonly [Buffer, ...Buffer[]];
  readonly contents: Files['contents'];
  readonly uploads: Files['uploads'];
  readonly tus: Files['tus'];
  /** The largest file that is taken, in bytes. */
  readonly largestFile: number;
  /** How long a file waits for its submission, in ms. */
  readonly fileLifetimeMs: number;
  /** Lets a scanner judge a content that it has not seen yet; absent without a scanner. */
  readonly requireClean: Files['requireClean'];
  /** Seal tickets and sessions of the console. The first seals, all open; the same keys in every process. */
  readonly sessionKeys: readonly [Buffer, ...Buffer[]];
  readonly operatorTokens: readonly OperatorToken[];
  /** The base URL for clients; null takes that of each request. */
  readonly publicUrl: string | null;
  /** Whether strangers may open accounts, and with which plan. */
  readonly signUp: { readonly mode: SignUpMode; readonly plan: string };
  /** The hosts that requests may name; any if absent. */
  readonly knownHosts?: readonly string[] | null;
  /** Host names, beside local ones, under which metrics and readiness are answered. */
  readonly monitoringHosts?: readonly string[];
  /** Sends mail; null without a mail server in the settings. */
  readonly mailer: Pick<Mailer, 'send'> | null;
  readonly logger: FastifyBaseLogger;
  readonly health: () => Promise<{ readonly ready: boolean }>;
  /** The limit of keys whose plan sets none. */
  readonly rateDefaults: RateLimit;
  /** The limit of each operator. */
  readonly operatorRate?: RateLimit;
  /** The limits of browsers that ask for forms and send them. */
  readonly formRates?: FormRates;
  readonly destinationRules: DestinationRules;
  /** The default rate of a recovery, in deliveries per second. */
  readonly recoveriesPerSecond: number;
  /** The metrics of this process. */
  readonly metrics: Registry;
  /** Returns the metrics of all processes of the service, in the text format of Prometheus. */
  readonly metricsText: () => Promise<string>;
  /** Addresses and ranges of the proxies whose `X-Forwarded-For` is believed; none if empty. */
  readonly trustedProxies: readonly string[];
  readonly clientLimits?: ClientLimits;
  /** The mean delay of the event loop, in ms, above which requests are refused; 0 for no limit. */
  readonly maxLoopDelayMs?: number;
  /** How long a request may wait for the stores, in ms, before it is refused. */
  readonly handlerTimeoutMs?: number;
  /** Watches for requests that stand still. */
  readonly watch?: StallWatch['watch'];
}
