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
  const client = overrides.webhookClient ?? openClientThread(service);
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
    log: { append: log.append, readEvent },
    schedule: overrides.retrySchedule ?? { ...defaultRetrySchedule, delaysMs: retryDelaysMs(config) },
    product: config.WEBHOOK_HEADER_WORD,
    attemptLimitMs: 2 * config.WEBHOOK_TIMEOUT_MS + longestRecordingMs,
    onAttempt: metrics.observeAttempt,
  };
  return {
    ...(hasFeed && { 'recent events': (signal) => recent.follow(signal) }),
    worker: (signal) => runWorker(deps, signal),
  };
}

function openClientThread({ config, supervisor }: Pick<Service, 'config' | 'supervisor'>) {
  const client = openWebhookClientThread({
    allowHosts: config.WEBHOOK_ALLOW_HOSTS,
    limitMs: config.WEBHOOK_TIMEOUT_MS,
  });
  supervisor.onStop('webhook client', () => client.close());
  return client;
}

/** The time to record an attempt while the log answers late, in milliseconds. */
const longestRecordingMs = 30_000;
