import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { EventLog } from '../../log/event-log.ts';
import type { AttemptMade } from '../../dispatcher/worker/attempt.ts';
import { erasureMetrics, type ErasuresState } from './erasure-metrics.ts';
import { openHeadMarks, type HeadMarks } from './head-marks.ts';
import { webhookMetrics, type QueueState } from './webhook-metrics.ts';

export interface Metrics {
  readonly registry: Registry;
  /** The same log, each of whose appends is measured. */
  measured(log: EventLog): EventLog;
  /** Shows how far read models are behind what this process appended. `positions`: by read model, asked anew each time. */
  showLag(positions: () => Promise<ReadonlyMap<string, bigint | null>>): void;
  /** Shows how many keys each read model and process manager has parked. */
  showParked(parked: () => Promise<ReadonlyMap<string, number>>): void;
  /** Shows how many deliveries are due and not yet sent, and for how long the first of them is. */
  showQueue(queue: () => Promise<QueueState>): void;
  /** Shows how many erasures are not complete, and how old the oldest of them is. */
  showErasures(state: () => Promise<ErasuresState>): void;
  /** Counts an attempt of a webhook, and measures how long after its event the first one came. */
  noteAttempt(attempt: AttemptMade): void;
}

/** What a process measures of itself, for Prometheus. */
export function openMetrics(marks: HeadMarks = openHeadMarks()): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  function measured(log: EventLog): EventLog {
    const appends = new Histogram({
      name: 'formlog_append_duration_seconds',
      help: 'How long the log took to append, failures included.',
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
      name: 'formlog_projection_lag_seconds',
      help: 'For how long the oldest event that this process appended waits for a read model; 0 when none does.',
      labelNames: ['projection'],
      registers: [registry],
      async collect() {
        const found = await orNothing(positions());
        // What cannot be asked is not known: no value is better than an old one.
        this.reset();
        for (const [projection, position] of found ?? [])
          this.set({ projection }, marks.secondsBehind(position));
      },
    });
  }

  function showParked(parked: () => Promise<ReadonlyMap<string, number>>): void {
    new Gauge({
      name: 'formlog_parked',
      help: 'Keys that a read model or a process manager has parked, and destinations that are parked.',
      labelNames: ['by'],
      registers: [registry],
      async collect() {
        const found = await orNothing(parked());
        this.reset();
        for (const [by, count] of found ?? []) this.set({ by }, count);
      },
    });
  }

  return {
    registry,
    measured,
    showLag,
    showParked,
    ...webhookMetrics(registry),
    ...erasureMetrics(registry),
  };
}

const orNothing = <T>(work: Promise<T>): Promise<T | null> => work.catch(() => null);
