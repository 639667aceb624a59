import type { Logger } from 'pino';
import type { StallWatch } from '../../async/stall-watch.ts';
import type { CommandDeps } from '../../commands/deps.ts';
import type { BudgetWaits } from '../../coordination/budget-waits.ts';
import type { KeyUse } from '../../coordination/key-use.ts';
import type { Leases } from '../../coordination/leases/leases.ts';
import type { Session } from '../../coordination/leases/session.ts';
import type { LogMembers } from '../../coordination/log-members.ts';
import type { ParkedDestinations } from '../../coordination/parked-destinations.ts';
import type { ReadStore } from '../../coordination/read-store.ts';
import type { Files } from '../../files/open-files.ts';
import type { EventLog } from '../../log/event-log.ts';
import type { PlannedDeliveriesDeps } from '../../log/planned-deliveries.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Aliases } from '../../projections/generations/aliases.ts';
import type { Completeness } from '../../projections/progress/completeness.ts';
import type { DivergenceWatch } from '../../projections/progress/divergence.ts';
import type { Progress } from '../../projections/progress/progress.ts';
import type { StatusBoard } from '../../projections/progress/status-board.ts';
import type { Queries } from '../../projections/queries/open-queries.ts';
import type { Config } from '../config/config.ts';
import type { RunnerWatch } from '../health/watch-runners.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Stores, StoreUrls } from '../stores/embedded-stores.ts';
import type { Supervisor } from '../supervisor.ts';
import type { ServiceOverrides } from './overrides.ts';

/** The shared parts of a process, from which roles are built. */
export interface Service {
  readonly config: Config;
  readonly overrides: ServiceOverrides;
  readonly logger: Logger;
  readonly supervisor: Supervisor;
  readonly urls: StoreUrls;
  /** The addresses of the embedded stores for other clients. */
  readonly embedded: Stores['embedded'];
  readonly log: EventLog;
  readonly commands: CommandDeps;
  readonly files: Files;
  /** Sends messages; null without a mail server. */
  readonly mailer: Mailer | null;
  readonly planning: Pick<PlannedDeliveriesDeps, 'publicUrl' | 'originOf'>;
  readonly store: ReadStore;
  /** The session of this process, under which it holds its leases. */
  readonly session: Session;
  readonly leases: Leases;
  readonly progress: Progress;
  readonly completeness: Completeness;
  readonly divergence: DivergenceWatch;
  /** The active generation of each read model. */
  readonly aliases: Aliases;
  readonly board: StatusBoard;
  /** The last reports of the projections of this process. */
  readonly projectionStates: Map<string, string>;
  readonly queries: Queries;
  readonly keyUse: KeyUse;
  readonly metrics: Metrics;
  readonly masterKey: Buffer;
  readonly parkedDestinations: ParkedDestinations;
  readonly budgetWaits: BudgetWaits;
  /** The parked keys and destinations, in words. */
  readonly degraded: () => Promise<readonly string[]>;
  readonly logMembers: LogMembers;
  readonly watch: StallWatch['watch'];
  readonly stalls: StallWatch['stalls'];
  readonly runnerWatch: RunnerWatch;
}
