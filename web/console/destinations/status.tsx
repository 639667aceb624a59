import { counted } from '../../../domain/check.ts';
import { failingThreshold, type FailureRow } from '../../../projections/queries/overview/needs-attention.ts';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { inUtc, Time } from '../../parts/time.tsx';

/** The ways to sign, as people choose among them. */
export const signatureLabels: Readonly<Record<DestinationView['signature'], string>> = {
  timestamped: 'Time and body (t=…,v1=…)',
  sha256: 'Body alone (sha256=…)',
  'standard-webhooks': 'Standard Webhooks',
};

type DisabledState = Pick<DestinationView, 'disabled_because' | 'disabled_since'>;

/** Why a destination is disabled, in words. */
function disabledReason({ disabled_because: reason }: Pick<DisabledState, 'disabled_because'>): string {
  switch (reason?.kind) {
    case undefined:
      return 'Never enabled';
    case 'operator':
      return 'Disabled manually';
    case 'gone':
      return 'The receiver answered 410: it wants no more webhooks';
    case 'failures':
      return `${reason.attempts} attempts in a row failed since ${inUtc(reason.failedSince)}`;
    default:
      return reason satisfies never;
  }
}

/** The time since which a disabled destination has missed webhooks; null if it was never disabled. */
export const missedSince = ({
  disabled_because: reason,
  disabled_since: since,
}: DisabledState): string | null => (reason?.kind === 'failures' ? reason.failedSince : since);

export interface Failures {
  /** The attempts that failed in a row, as the disable policy counts them; null without any. */
  readonly attempts: FailureRow | null;
  /** The deliveries that failed in a row, of those that a page counts. */
  readonly deliveries: number;
}

/** Whether an enabled destination counts as failing, by its attempts or by its deliveries. */
export const isFailing = ({ attempts, deliveries }: Failures): boolean =>
  Math.max(attempts?.attempts ?? 0, deliveries) >= failingThreshold;

interface StatusProps {
  readonly destination: Pick<DestinationView, 'enabled' | 'disabled_because' | 'disabled_since'>;
  readonly failures: Failures;
}

/** Whether a destination receives; if not, why and since when. */
export const DestinationStatus = ({ destination, failures }: StatusProps) =>
  destination.enabled ? (
    isFailing(failures) ? (
      <>
        <Badge state="failing" tone="bad" />
        {failures.attempts !== null && (
          <small class="reason">
            {' '}
            <span safe>{`${counted(failures.attempts.attempts, 'attempt')} in a row failed`}</span>, since{' '}
            <Time at={failures.attempts.failed_since} />
          </small>
        )}
      </>
    ) : (
      <Badge state="enabled" />
    )
  ) : (
    <>
      <Badge state="disabled" />{' '}
      <small class="reason">
        <span safe>{disabledReason(destination)}</span>
        {destination.disabled_since !== null && (
          <>
            , since <Time at={destination.disabled_since} />
          </>
        )}
      </small>
    </>
  );
