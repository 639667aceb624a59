import { Gauge, type Registry } from 'prom-client';

/** Incomplete erasures. */
export interface ErasuresState {
  readonly count: number;
  /** The age of the oldest, in seconds; 0 if there is none. */
  readonly oldestSeconds: number;
}

/** The metrics of a dispatcher about erasures. */
export function erasureMetrics(registry: Registry) {
  const registers = [registry];

  function showErasures(state: () => Promise<ErasuresState>): void {
    const oldest = new Gauge({
      aggregator: 'max',
      name: 'formlog_erasures_oldest_seconds',
      help: 'The age of the oldest incomplete erasure; 0 if there is none.',
      registers,
    });
    new Gauge({
      aggregator: 'max',
      name: 'formlog_erasures_waiting',
      help: 'Incomplete erasures.',
      registers,
      async collect() {
        // What cannot be asked is not known.
        const { count, oldestSeconds } = await state().catch(() => ({ count: NaN, oldestSeconds: NaN }));
        this.set(count);
        oldest.set(oldestSeconds);
      },
    });
  }

  return { showErasures };
}
