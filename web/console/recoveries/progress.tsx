import type { RecoveryView } from '../../../projections/read-models/recoveries/queries.ts';
import { durationOf } from '../../parts/time.tsx';

type Counts = Pick<RecoveryView, 'total' | 'replayed' | 'passed_over'>;

const doneOf = ({ replayed, passed_over: passedOver }: Counts): number => replayed + passedOver;

/** How far a recovery has come, as a bar and in numbers. */
export const Progress = ({ recovery }: { readonly recovery: Counts }) => {
  const done = doneOf(recovery);
  // Deliveries may join the selection after they were counted.
  const total = Math.max(recovery.total, done);
  const words = `${done} of ${total}`;
  return (
    <>
      <progress value={total === 0 ? 1 : done} max={Math.max(1, total)} aria-label={words} />
      <small safe>{words}</small>
    </>
  );
};

/** The time that the rest of a recovery takes at most at its rate, in words; null if nothing is left. */
export function remainingOf(recovery: Counts & Pick<RecoveryView, 'per_second'>): string | null {
  const left = Math.max(0, recovery.total - doneOf(recovery));
  return left === 0 ? null : durationOf((left / recovery.per_second) * 1_000);
}
