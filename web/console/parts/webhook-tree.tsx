import type { DeliveryView } from '../../../projections/read-models/deliveries/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { durationOf, Time } from '../../parts/time.tsx';
import { Outcome } from './outcome.tsx';
import { DestinationLink, type ThingNames } from './thing-links.tsx';

/** The deliveries about an event, and the attempts of each. */
export const WebhookTree = ({
  deliveries,
  names,
}: {
  readonly deliveries: readonly DeliveryView[];
  readonly names: ThingNames;
}) =>
  deliveries.length === 0 ? (
    <></>
  ) : (
    <ul class="tree">
      {deliveries.map(({ id, status, destination_id: destination, attempts }) => (
        <li>
          <Badge state={status} /> <a href={`/console/deliveries/${id}`}>A webhook</a>{' '}
          <span class="quiet">to</span> <DestinationLink id={destination} names={names} />
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
