import type { Logger } from 'pino';
import type { ReadStore } from '../../coordination/read-store.ts';
import type { AccountEraserDeps } from '../../dispatcher/closing/account-eraser.ts';
import type { PersonEraserDeps } from '../../dispatcher/person-erasure/person-eraser.ts';
import type { SchedulerDeps } from '../../dispatcher/scheduler/scheduler.ts';
import type { WebhookClient } from '../../dispatcher/worker/webhook-client.ts';
import type { RetrySchedule } from '../../domain/delivery/retry-schedule.ts';
import type { EventLog } from '../../log/event-log.ts';
import type { WebDeps } from '../../web/web-deps.ts';
import type { Stores } from '../stores/embedded-stores.ts';
import type { Supervisor } from '../supervisor.ts';

/** What the caller of `openService` may replace. The settings determine everything that is absent. */
export interface ServiceOverrides {
  /** The stores that the process which started this one provides. By default the process provides its own. */
  readonly stores?: Stores;
  /** The stores that this process provides, if they are started already. */
  readonly ownStores?: Stores;
  readonly logger?: Logger;
  readonly supervisor?: Supervisor;
  /** An open log, which the caller closes. By default the service connects to the event store of the settings. */
  readonly log?: EventLog;
  /** An open read store, which the caller closes. By default the service connects to the MongoDB of the settings. */
  readonly store?: ReadStore;
  /** The clock of commands, requests and sessions. */
  readonly now?: () => Date;
  /** How long a lease lasts without renewal, in milliseconds. */
  readonly leaseMs?: number;
  /** Sends webhooks, and the caller closes it. By default a thread of the role `worker` sends them. */
  readonly webhookClient?: Pick<WebhookClient, 'post' | 'cancelWaiting'>;
  /** The delays before the retries of a delivery. */
  readonly retrySchedule?: RetrySchedule;
  /** Limits and delays of the scheduler. */
  readonly scheduling?: Partial<
    Pick<SchedulerDeps, 'requestTimeoutMs' | 'parkedDelaysMs' | 'limits' | 'budgetsOf'>
  >;
  /** How long the erasure of a closed account waits for requests that began before. */
  readonly closing?: Pick<AccountEraserDeps, 'settleMs'>;
  /** How long the erasure of a person waits for requests that began before. */
  readonly personErasure?: Pick<PersonEraserDeps, 'settleMs'>;
  /** The parts of the API and the pages that no setting determines. */
  readonly http?: Partial<
    Pick<
      WebDeps,
      | 'health'
      | 'rateLedger'
      | 'operatorRate'
      | 'clientLimits'
      | 'maxLoopDelayMs'
      | 'handlerTimeoutMs'
      | 'duplicateWaitMs'
      | 'minFormMs'
    >
  >;
}
