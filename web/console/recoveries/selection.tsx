import type { RecoverableStatus } from '../../../domain/delivery/decider.ts';
import { quoted } from '../../../domain/sentences/sentence.ts';
import type { RecoveryView } from '../../../projections/read-models/recoveries/queries.ts';
import { Time } from '../../parts/time.tsx';
import { DestinationLink, type ThingNames } from '../parts/thing-links.tsx';

interface TargetProps {
  readonly recovery: RecoveryView;
  readonly names: ThingNames;
}

/** The destination of a recovery. */
export const Target = ({ recovery: { destination_id: id }, names }: TargetProps) =>
  id === null ? <span>Every enabled destination</span> : <DestinationLink id={id} names={names} />;

/** What a recovery does, and to which destination. */
export function titleOf({ action, destination_id: id }: RecoveryView, names: ThingNames): string {
  const name = id === null ? null : (names.destinations.get(id) ?? null);
  const to = id === null ? '' : name === null ? ' to a removed destination' : ` to ${quoted(name)}`;
  return action === 'cancel' ? `Cancellation of webhooks${to}` : `Recovery of webhooks${to}`;
}

/** The statuses of the webhooks that a recovery takes, as its form names them. */
export const statusNames: Readonly<Record<RecoverableStatus, string>> = {
  failed: 'failed',
  exhausted: 'exhausted',
  skipped: 'skipped',
  pending: 'waiting for a later attempt',
};

/** The beginning of a recovery's range: a time, a position of the log, or the beginning of the log. */
export const Beginning = ({ recovery }: { readonly recovery: RecoveryView }) =>
  recovery.since_position === null ? (
    <Time at={recovery.since} />
  ) : (
    <span safe>{`Position ${recovery.since_position}`}</span>
  );
