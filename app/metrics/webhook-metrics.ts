import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { BudgetKind } from '../../coordination/budget-waits.ts';
import type { AttemptMade } from '../../dispatcher/worker/attempt.ts';

/** Due deliveries. */
export interface QueueState {
  readonly due: number;
  /** For how long the first has been due, in seconds; 0 if there is none. */
  readonly oldestSeconds: number;
}

/** The metrics of a dispatcher and a worker. */
export function webhookMetrics(registry: Registry) {
  const registers = [registry];
  const attempts = new Counter({
    name: 'formlog_webhook_attempts_total',
    help: 'Attempts by outcome: the class of the status or of the error.',
    labelNames: ['outcome'],
    registers,
  });
  const exchanges = new Histogram({
    name: 'formlog_webhook_exchange_seconds',
    help: 'The duration of requests to receivers, failures included.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const firstAttempts = new Histogram({
    name: 'formlog_webhook_first_attempt_seconds',
    help: 'The time from an event to the first attempt of its delivery.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers,
  });

  function observeAttempt({ outcome, attempt, durationMs, sinceEventMs }: AttemptMade): void {
    attempts.inc({
      outcome: outcome.kind === 'error' ? outcome.errorClass : `${Math.floor(outcome.status / 100)}xx`,
    });
    exchanges.observe(durationMs / 1_000);
    if (attempt === 1) firstAttempts.observe(sinceEventMs / 1_000);
  }

  function showQueue(queue: () => Promise<QueueState>): void {
    let reading: Promise<QueueState | null> | undefined;
    const unknown = { due: NaN, oldestSeconds: NaN };
    /** Shared, because both gauges are collected at once from one read of the queue. */
    async function state(): Promise<QueueState> {
      reading ??= queue().catch(() => null);
      const found = await reading;
      reading = undefined;
      return found ?? unknown;
    }
    new Gauge({
      aggregator: 'max',
      name: 'formlog_dispatcher_queue',
      help: 'Due deliveries, counted up to a thousand.',
      registers,
      async collect() {
        this.set((await state()).due);
      },
    });
    new Gauge({
      aggregator: 'max',
      name: 'formlog_dispatcher_oldest_due_seconds',
      help: 'The time since the oldest due delivery became due; 0 if there is none.',
      registers,
      async collect() {
        this.set((await state()).oldestSeconds);
      },
    });
  }

  function showBudgetWaits(count: () => Promise<Readonly<Record<BudgetKind, number>>>): void {
    new Gauge({
      aggregator: 'max',
      name: 'formlog_destinations_waiting',
      help: 'Destinations whose due attempts wait for a limit that they share: of their account, or of their host.',
      labelNames: ['budget'],
      registers,
      async collect() {
        const found = await count().catch(() => null);
        this.reset();
        for (const [budget, destinations] of Object.entries(found ?? {})) this.set({ budget }, destinations);
      },
    });
  }

  return { observeAttempt, showQueue, showBudgetWaits };
}
