import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { CommandDeps } from '../commands/support/deps.ts';
import type { DestinationRules } from '../commands/support/destination-url.ts';
import type { SentRequest } from '../domain/delivery/events.ts';
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

/** As much of projections/progress/progress.ts as the API asks. */
export interface ReadProgress {
  waitFor(
    names: readonly string[],
    position: bigint,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<boolean>;
}

/** As much of read-store/rate-ledger.ts as the API asks: the windows of keys, shared by all processes. */
export interface RateLedger {
  draw(
    name: string,
    draw: {
      readonly count: number;
      readonly limit: number;
      readonly windowMs: number;
      readonly at: number;
    },
  ): Promise<{ readonly granted: number; readonly free: number; readonly freesAt: number }>;
}

/** As much of read-store/key-use.ts as the API asks. */
export interface KeyUse {
  note(keyId: string): void;
  lastUsed(keyIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

interface Reply {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** As much of read-store/scavenge-memory.ts as the API asks: the members of the log that are waited for. */
interface LogMembers {
  members(): Promise<ReadonlyMap<string, Date>>;
  forget(member: string): Promise<boolean>;
}

/** As much of read-store/parked-destinations.ts as the API asks. */
interface ParkedDestinations {
  list(most: number): Promise<
    readonly {
      readonly id: string;
      readonly keyId: string;
      readonly reason: string;
      readonly since: string;
      readonly retries: number;
      readonly retriedAt: string | null;
      readonly nextRetryAt: string;
    }[]
  >;
  askRetry(id: string | null): Promise<number>;
}

interface Claim {
  readonly id: string;
  readonly token: string;
}

/** As much of read-store/idempotency-store.ts as the API asks: the answers of requests that may be repeated. */
export interface Replies {
  begin(
    id: string,
    hash: string,
  ): Promise<
    | { readonly state: 'new'; readonly claim: Claim }
    | { readonly state: 'in flight' | 'other request' }
    | { readonly state: 'answered'; readonly reply: Reply }
  >;
  settle(claim: Claim, reply: Reply): Promise<void>;
  abandon(claim: Claim): Promise<void>;
  release(claim: Claim): Promise<void>;
}

/** As much of dispatcher/worker/sent-requests.ts as the API asks. */
interface SentRequests {
  readonly body: Buffer | null;
  readonly attempts: readonly {
    readonly attempt: number;
    readonly startedAt: string;
    readonly request: SentRequest | null;
    readonly signed: boolean | null;
  }[];
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
  readonly progress: ReadProgress;
  readonly logMembers: LogMembers;
  readonly parkedDestinations: ParkedDestinations;
  readonly rateLedger: RateLedger;
  readonly keyUse: KeyUse;
  readonly replies: Replies;
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
  /** Whose `X-Forwarded-For` is believed: addresses and ranges of proxies; nobody's where it is empty. */
  readonly trustedProxies: readonly string[];
  readonly clientLimits?: ClientLimits;
  /** How late the event loop may run, in ms on average, before requests are refused; 0 refuses none. */
  readonly maxLoopDelayMs?: number;
  /** How long a request may wait for the stores, in ms, before it is refused. */
  readonly patienceMs?: number;
}
