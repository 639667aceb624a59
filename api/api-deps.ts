import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { CommandDeps } from '../commands/support/deps.ts';
import type { DestinationRules } from '../commands/support/destination-url.ts';
import type { SentRequests } from '../dispatcher/worker/sent-requests.ts';
import type { Progress } from '../projections/progress/progress.ts';
import type { IdempotencyStore } from '../read-store/idempotency-store.ts';
import type { KeyUse } from '../read-store/key-use.ts';
import type { LogMembers } from '../read-store/log-members.ts';
import type { ParkedDestinations } from '../read-store/parked-destinations.ts';
import type { RateLedger } from '../read-store/rate-ledger.ts';
import type { ProjectionControl } from '../projections/generations/control-types.ts';
import type { DocumentQueries } from '../projections/queries/documents.ts';
import type { Queries } from '../projections/queries/open-queries.ts';
import type { RateLimit } from './limits/rate-windows.ts';

export const operatorRoles = ['operator', 'auditor', 'analyst'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Who may use the admin API, by the hash of their token. */
export interface OperatorToken {
  readonly id: string;
  readonly role: OperatorRole;
  /** Of the whole token, hex. */
  readonly sha256: string;
}

/** How long a client may take, in ms; beyond it is 408, or the connection's end where no request is under way. */
export interface ClientLimits {
  readonly headersMs: number;
  readonly requestMs: number;
  /** Nothing at all is said on a connection by either side. */
  readonly silenceMs: number;
  /** Between an answer and the next request. */
  readonly idleMs: number;
  /** How often slow requests are looked for. */
  readonly checkMs: number;
}

/** Everything that the API is built from. */
export interface ApiDeps extends CommandDeps {
  readonly queries: Queries;
  /** The documents of any read model, and of copies. */
  readonly documents: DocumentQueries;
  readonly projections: ProjectionControl;
  readonly progress: Pick<Progress, 'waitFor'>;
  readonly logMembers: Pick<LogMembers, 'members' | 'remove'>;
  readonly parkedDestinations: Pick<ParkedDestinations, 'list' | 'requestRetry'>;
  readonly rateLedger: RateLedger;
  readonly keyUse: Pick<KeyUse, 'record' | 'lastUsed'>;
  readonly idempotency: IdempotencyStore;
  /** What a delivery sent; null for one that there is not. */
  readonly sentRequests: (deliveryId: string) => Promise<SentRequests | null>;
  /** Signs cursors; the same in every process, so that each reads the others'. */
  readonly cursorKey: Buffer;
  /** What signed cursors before, or does in other processes: those are read as well. */
  readonly otherCursorKeys?: readonly Buffer[];
  readonly operatorTokens: readonly OperatorToken[];
  /** The address under which clients reach the service; that of each request where it is null. */
  readonly publicUrl: string | null;
  readonly logger: FastifyBaseLogger;
  readonly health: () => Promise<{ readonly ready: boolean }>;
  /** For keys whose plan sets none. */
  readonly rateDefaults: RateLimit;
  /** For each operator. */
  readonly operatorRate?: RateLimit;
  readonly destinationRules: DestinationRules;
  /** How many deliveries a recovery sends again in a second, where it does not say. */
  readonly recoveriesPerSecond: number;
  readonly metrics: Registry;
  /** Addresses and ranges of the proxies whose `X-Forwarded-For` is believed; none if empty. */
  readonly trustedProxies: readonly string[];
  readonly clientLimits?: ClientLimits;
  /** How late the event loop may run, in ms on average, before requests are refused; 0 refuses none. */
  readonly maxLoopDelayMs?: number;
  /** How long a request may wait for the stores, in ms, before it is refused. */
  readonly handlerTimeoutMs?: number;
}
