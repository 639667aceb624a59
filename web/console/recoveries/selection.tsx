import type { RecoveryView } from '../../../projections/read-models/recoveries/queries.ts';
import { Id } from '../../parts/id.tsx';
import { Time } from '../../parts/time.tsx';

/** The destination of a recovery. */
export const Target = ({ recovery: { destination_id: id } }: { readonly recovery: RecoveryView }) =>
  id === null ? <span>Every enabled</span> : <Id id={id} href={`/console/destinations/${id}`} />;

/** The beginning of a recovery's range: a time, a position of the log, or the beginning of the log. */
export const Beginning = ({ recovery }: { readonly recovery: RecoveryView }) =>
  recovery.since_position === null ? (
    <Time at={recovery.since} />
  ) : (
    <span safe>{`Position ${recovery.since_position}`}</span>
  );
