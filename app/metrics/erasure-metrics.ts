import { Gauge, type Registry } from 'prom-client';

/** Incomplete erasures of submissions, of people and of closed accounts. */
export interface ErasuresState {
  readonly count: number;
  /** The age of the oldest, in seconds; 0 if there is none. */
  readonly oldestSeconds: number;
}

/** The metrics of a dispatcher about erasures. */
export function erasureMetrics(registry: Registry) {
  const registers = [registry];

  function showErasures(state: () => Promise<ErasuresState>): void {
    // A scrape collects all metrics at once: both show the same moment. What cannot be asked is not known.
    let asked: Promise<ErasuresState> | null = null;
    const ask = (): Promise<ErasuresState> =>
      (asked ??= state()
        .catch(() => ({ count: NaN, oldestSeconds: NaN }))
        .finally(() => (asked = null)));
    new Gauge({
      aggregator: 'max',
      name: 'formlog_erasures_oldest_seconds',
      help: 'The age of the oldest incomplete erasure; 0 if there is none.',
      registers,
      async collect() {
        this.set((await ask()).oldestSeconds);
      },
    });
    new Gauge({
      aggregator: 'max',
      name: 'formlog_erasures_waiting',
      help: 'Incomplete erasures of submissions, of people and of closed accounts.',
      registers,
      async collect() {
        this.set((await ask()).count);
      },
    });
  }

  return { showErasures };
}
