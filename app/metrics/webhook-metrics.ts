import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { AttemptMade } from '../../dispatcher/worker/attempt.ts';

/** What is due and not yet sent. */
export interface QueueState {
  readonly due: number;
  /** For how long the first of them is due; 0 where there is none. */
  readonly oldestSeconds: number;
}

/** What a dispatcher and a worker measure of themselves. */
export function webhookMetrics(registry: Registry) {
  const registers = [registry];
  const attempts = new Counter({
    name: 'formlog_webhook_attempts_total',
    help: 'Attempts that were made, by what came of them: the class of the status or of the error.',
    labelNames: ['outcome'],
    registers,
  });
  const exchanges = new Histogram({
    name: 'formlog_webhook_exchange_seconds',
    help: 'How long receivers took, failures included.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const firsts = new Histogram({
    name: 'formlog_webhook_first_attempt_seconds',
    help: 'From an event to the first attempt of its delivery.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
    registers,
  });

  function noteAttempt({ outcome, attempt, durationMs, sinceEventMs }: AttemptMade): void {
    attempts.inc({
      outcome: outcome.kind === 'error' ? outcome.errorClass : `${Math.floor(outcome.status / 100)}xx`,
    });
    exchanges.observe(durationMs / 1_000);
    if (attempt === 1) firsts.observe(sinceEventMs / 1_000);
  }

  function showQueue(queue: () => Promise<QueueState>): void {
    let asked: Promise<QueueState | null> | undefined;
    const unknown = { due: NaN, oldestSeconds: NaN };
    /** Both gauges are collected at once, and the queue is asked once. */
    async function state(): Promise<QueueState> {
      asked ??= queue().catch(() => null);
      const found = await asked;
      asked = undefined;
      return found ?? unknown;
    }
    new Gauge({
      name: 'formlog_dispatcher_queue',
      help: 'Deliveries that are due and not yet sent; counted up to a thousand.',
      registers,
      async collect() {
        this.set((await state()).due);
      },
    });
    new Gauge({
      name: 'formlog_dispatcher_oldest_due_seconds',
      help: 'For how long the first of the deliveries that are not yet sent is due; 0 when there is none.',
      registers,
      async collect() {
        this.set((await state()).oldestSeconds);
      },
    });
  }

  return { noteAttempt, showQueue };
}
