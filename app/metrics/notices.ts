import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import type { DomainEvent } from '../../domain/event-registry.ts';
import type { EventLog, NewEvent } from '../../log/event-log.ts';

type Level = 'info' | 'warn';

/** The events that operators want to know of, each with its level and line in the log. */
const notices: Partial<Record<DomainEvent['type'], readonly [Level, string]>> = {
  DestinationDisabled: ['warn', 'a destination was disabled'],
  DestinationEnabled: ['info', 'a destination was enabled'],
  DeliveryExhausted: ['warn', 'a delivery ran out of attempts'],
  RecoveryRequested: ['info', 'a recovery was requested'],
  RecoveryPaused: ['warn', 'a recovery was paused'],
  RecoveryCompleted: ['info', 'a recovery was completed'],
  SubmissionErased: ['info', 'an erasure was requested'],
  ErasureCompleted: ['info', 'an erasure was completed'],
  ProjectionEventSkipped: ['warn', 'an event was skipped for a projection'],
};

/** The shortest interval between two lines of one event type, in milliseconds. */
const quietMs = 1_000;

interface Quiet {
  until: number;
  /** The number of events without a line since the last line. */
  suppressed: number;
}

/**
 * Wraps a log so that the process that appends one of these events logs and counts it. Many events of one type share a
 * line a second; the metric counts each.
 * @param clock monotonic milliseconds
 */
export function withNotices<L extends Pick<EventLog, 'append'>>(
  log: L,
  logger: Pick<Logger, 'info' | 'warn'>,
  registry: Registry,
  clock: () => number = () => performance.now(),
): L & Pick<EventLog, 'append'> {
  const counter = new Counter({
    name: 'formlog_events_total',
    help: 'Events of interest to operators that this process has recorded.',
    labelNames: ['event'],
    registers: [registry],
  });
  for (const event of Object.keys(notices)) counter.labels(event).inc(0);
  const quiet = new Map<string, Quiet>();

  function note(stream: string, { event, metadata }: NewEvent): void {
    const notice = notices[event.type];
    if (!notice) return;
    counter.labels(event.type).inc();
    const now = clock();
    const { until, suppressed } = quiet.get(event.type) ?? { until: -Infinity, suppressed: 0 };
    if (now < until) return void quiet.set(event.type, { until, suppressed: suppressed + 1 });
    quiet.set(event.type, { until: now + quietMs, suppressed: 0 });
    const [level, message] = notice;
    const reason = 'reason' in event.data ? { reason: event.data.reason } : {};
    const destination = 'destinationId' in event.data ? { destination: event.data.destinationId } : {};
    const more = suppressed > 0 ? { suppressed } : {};
    logger[level]({ stream, account: metadata.accountId, ...destination, ...reason, ...more }, message);
  }

  const append: EventLog['append'] = async (stream, expected, events) => {
    const appended = await log.append(stream, expected, events);
    for (const event of events) note(stream, event);
    return appended;
  };
  return { ...log, append };
}
