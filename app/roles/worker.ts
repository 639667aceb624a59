import type { Bus } from '../../dispatcher/bus/bus.ts';
import { runWorker } from '../../dispatcher/worker/worker.ts';
import { sourceStreams } from '../../domain/delivery/plan.ts';
import { defaultRetrySchedule } from '../../domain/delivery/retry-schedule.ts';
import { openPlannedDeliveries } from '../../log/planned-deliveries.ts';
import { openRecentEvents } from '../../log/recent-events.ts';
import type { Service } from '../service/service.ts';
import type { Role } from '../supervisor.ts';
import { retryDelaysMs } from './retry-delays.ts';
import { openWebhookClientThread } from './webhook-client-thread.ts';

/** The parts of the role `worker` by name. @param hasFeed whether this process follows the feed anyway */
export function workerParts(
  service: Service,
  bus: Bus,
  hasFeed: boolean,
): Readonly<Record<string, Role>> & { readonly worker: Role } {
  const { commands, planning, config, logger, metrics, log, progress, overrides, watch } = service;
  const { client, startEarly } = openClient(service);
  const recent = openRecentEvents(log, sourceStreams);
  const { readEvent } = recent;
  const planned = { ...planning, aggregates: commands.aggregates, log: { readEvent } };
  const deps = {
    ...commands,
    deliveries: openPlannedDeliveries(planned),
    bus,
    client,
    logger,
    progress,
    watch,
    log: { append: log.append, readEvent, readStream: log.readStream },
    schedule: overrides.retrySchedule ?? { ...defaultRetrySchedule, delaysMs: retryDelaysMs(config) },
    product: config.WEBHOOK_HEADER_WORD,
    attemptLimitMs: 2 * config.WEBHOOK_TIMEOUT_MS + longestRecordingMs,
    onAttempt: metrics.observeAttempt,
  };
  return {
    ...(hasFeed && { 'recent events': (signal) => recent.follow(signal) }),
    worker: (signal) => {
      void startEarly();
      return runWorker(deps, signal);
    },
  };
}

/** `startEarly` starts the thread before there is a webhook to send, unless there is no destination: a thread takes memory. */
function openClient({ config, supervisor, overrides, queries }: Service) {
  const { webhookClient } = overrides;
  if (webhookClient) return { client: webhookClient, startEarly: () => Promise.resolve() };
  const client = openWebhookClientThread({
    allowHosts: config.WEBHOOK_ALLOW_HOSTS,
    limitMs: config.WEBHOOK_TIMEOUT_MS,
  });
  supervisor.onStop('webhook client', () => client.close());
  const startEarly = async (): Promise<void> => {
    // The first webhook starts it in any case.
    if (await queries.destinations.isAnyEnabled().catch(() => false)) client.start();
  };
  return { client, startEarly };
}

/** The time to record an attempt while the log answers late, in milliseconds. */
const longestRecordingMs = 30_000;
