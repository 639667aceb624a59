import { Gauge, type Registry } from 'prom-client';

/** Erasures that are not complete. */
export interface ErasuresState {
  readonly count: number;
  /** Since the oldest of them was asked for; 0 where there is none. */
  readonly oldestSeconds: number;
}

/** What a dispatcher measures of erasures. */
export function erasureMetrics(registry: Registry) {
  const registers = [registry];

  function showErasures(state: () => Promise<ErasuresState>): void {
    const oldest = new Gauge({
      name: 'formlog_erasures_oldest_seconds',
      help: 'For how long the oldest erasure that is not complete is under way; 0 where there is none.',
      registers,
    });
    new Gauge({
      name: 'formlog_erasures_waiting',
      help: 'Erasures that are not complete.',
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
