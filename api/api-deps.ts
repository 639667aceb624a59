import type { FastifyBaseLogger } from 'fastify';
import type { CommandDeps } from '../commands/deps.ts';
import type { DestinationRules } from '../commands/destination-url.ts';
import type { Queries } from '../projections/queries/open-queries.ts';
import type { RateLimit } from './rate-windows.ts';

export const operatorRoles = ['operator', 'auditor', 'analyst'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Who may use the admin API, by the hash of their token. */
export interface OperatorToken {
  readonly id: string;
  readonly role: OperatorRole;
  /** Of the whole token, hex. */
  readonly sha256: string;
}

/** As much of projections/progress.ts as the API asks. */
export interface ReadProgress {
  waitFor(
    names: readonly string[],
    position: bigint,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<boolean>;
}

/** Everything that the API is built from. */
export interface ApiDeps extends CommandDeps {
  readonly queries: Queries;
  readonly progress: ReadProgress;
  /** Signs cursors; the same in every process, so that each reads the others'. */
  readonly cursorKey: Buffer;
  readonly operatorTokens: readonly OperatorToken[];
  /** The address under which clients reach the service; that of each request where it is null. */
  readonly publicUrl: string | null;
  readonly logger: FastifyBaseLogger;
  readonly health: () => Promise<{ readonly ready: boolean }>;
  /** For keys whose plan sets none. */
  readonly rateDefaults: RateLimit;
  readonly destinationRules: DestinationRules;
}
