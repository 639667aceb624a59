import { AggregatorRegistry, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { BudgetKind } from '../../coordination/budget-waits.ts';
import type { AttemptMade } from '../../dispatcher/worker/attempt.ts';
import type { EventLog } from '../../log/event-log.ts';
import { erasureMetrics, type ErasuresState } from './erasure-metrics.ts';
import { type HeadMarks, openHeadMarks } from './head-marks.ts';
import { type QueueState, webhookMetrics } from './webhook-metrics.ts';

export interface Metrics {
  readonly registry: Registry;
  /** Adds the metrics of the other processes of this service, in the form of `getMetricsAsJSON`. */
  include(others: () => Promise<readonly object[]>): void;
  /** Returns all metrics in the text format of Prometheus. */
  text(): Promise<string>;
  /** Wraps a log so that every append is measured. */
  measured(log: EventLog): EventLog;
  /** Reports the lag of read models behind the appends of this process. `positions`: by read model, read at each scrape. */
  showLag(positions: () => Promise<ReadonlyMap<string, bigint | null>>): void;
  /** Reports the number of parked keys of each read model and process manager. */
  showParked(parked: () => Promise<ReadonlyMap<string, number>>): void;
  /** Reports the number of due deliveries, and for how long the first has been due. */
  showQueue(queue: () => Promise<QueueState>): void;
  /** Reports how many destinations wait for a limit that they share. */
  showBudgetWaits(count: () => Promise<Readonly<Record<BudgetKind, number>>>): void;
  /** Reports the number of incomplete erasures and the age of the oldest. */
  showErasures(state: () => Promise<ErasuresState>): void;
  /** Counts an attempt, and measures the time from the event to its first attempt. */
  observeAttempt(attempt: AttemptMade): void;
}

/** The Prometheus metrics of a process. */
export function openMetrics(marks: HeadMarks = openHeadMarks()): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  let included: (() => Promise<readonly object[]>) | null = null;

  async function text(): Promise<string> {
    if (included === null) return registry.metrics();
    const [others, own] = await Promise.all([included(), registry.getMetricsAsJSON()]);
    return AggregatorRegistry.aggregate([own, ...others]).metrics();
  }

  function measured(log: EventLog): EventLog {
    const appends = new Histogram({
      name: 'formlog_append_duration_seconds',
      help: 'The duration of appends to the log, failures included.',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5],
      registers: [registry],
    });
    return {
      ...log,
      async append(stream, expected, events) {
        const end = appends.startTimer();
        try {
          const appended = await log.append(stream, expected, events);
          marks.note(appended.position);
          return appended;
        } finally {
          end();
        }
      },
    };
  }

  function showLag(positions: () => Promise<ReadonlyMap<string, bigint | null>>): void {
    new Gauge({
      aggregator: 'max',
      name: 'formlog_projection_lag_seconds',
      help: 'The age of the oldest event of this process that a read model has not applied; 0 if there is none.',
      labelNames: ['projection'],
      registers: [registry],
      async collect() {
        const found = await orNull(positions());
        // A missing value is better than an outdated value.
        this.reset();
        for (const [projection, position] of found ?? [])
          this.set({ projection }, marks.secondsBehind(position));
      },
    });
  }

  function showParked(parked: () => Promise<ReadonlyMap<string, number>>): void {
    new Gauge({
      aggregator: 'max',
      name: 'formlog_parked',
      help: 'Parked keys of read models and process managers, and parked destinations.',
      labelNames: ['by'],
      registers: [registry],
      async collect() {
        const found = await orNull(parked());
        this.reset();
        for (const [by, count] of found ?? []) this.set({ by }, count);
      },
    });
  }

  return {
    registry,
    include: (others) => void (included = others),
    text,
    measured,
    showLag,
    showParked,
    ...webhookMetrics(registry),
    ...erasureMetrics(registry),
  };
}

const orNull = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);
