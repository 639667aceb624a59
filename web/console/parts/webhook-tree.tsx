import type { DeliveryView } from '../../../projections/read-models/deliveries/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Id } from '../../parts/id.tsx';
import { durationOf, Time } from '../../parts/time.tsx';
import { Outcome } from './outcome.tsx';

/** The deliveries about an event, and the attempts of each. */
export const WebhookTree = ({ deliveries }: { readonly deliveries: readonly DeliveryView[] }) =>
  deliveries.length === 0 ? (
    <></>
  ) : (
    <ul class="tree">
      {deliveries.map(({ id, status, destination_id: destination, attempts }) => (
        <li>
          <Badge state={status} /> <Id id={id} href={`/console/deliveries/${id}`} />{' '}
          <span class="quiet">to</span> <Id id={destination} href={`/console/destinations/${destination}`} />
          <ol>
            {attempts.map(({ attempt, started_at: at, duration_ms: ms, outcome }) => (
              <li value={attempt}>
                <Outcome outcome={outcome} /> <Time at={at} /> <small safe>{`took ${durationOf(ms)}`}</small>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ul>
  );
