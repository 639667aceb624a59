import type { DeliveryView } from '../../../projections/read-models/deliveries/queries.ts';
import { durationOf } from '../../parts/time.tsx';
import { describeOutcome, Outcome } from '../parts/outcome.tsx';

interface PingProps {
  readonly destinationId: string;
  readonly deliveryId: string;
  /** Null as long as the test is not in the delivery log. */
  readonly delivery: DeliveryView | null;
  /** An offer for a test that has arrived. */
  readonly safeOffer?: JSX.Element;
}

/** Whether a test has arrived. */
export const hasArrived = (delivery: DeliveryView | null): boolean => delivery?.status === 'succeeded';

const PingOutcome = ({ delivery }: { readonly delivery: DeliveryView | null }) => {
  const attempt = delivery?.attempts.at(-1);
  if (!attempt) return <span>Sending a test…</span>;
  const { outcome, duration_ms: ms } = attempt;
  const { advice } = describeOutcome(outcome);
  const text = outcome.kind === 'response' ? outcome.excerpt : outcome.message;
  return (
    <>
      <span>The test:</span> <Outcome outcome={outcome} />{' '}
      <span class="quiet" safe>{`after ${durationOf(ms)}.`}</span> <span safe>{advice ?? ''}</span>
      {text !== '' && <pre safe>{text}</pre>}
    </>
  );
};

/** The answer to a test of a destination. Until it is there, the browser asks again. */
export const PingResult = ({ destinationId, deliveryId, delivery, safeOffer }: PingProps) => (
  <div
    id="ping"
    class="sheet"
    role="status"
    {...(!delivery?.last_outcome && {
      'hx-get': `/console/destinations/${destinationId}/pings/${deliveryId}`,
      'hx-trigger': 'every 1s',
      'hx-swap': 'outerHTML',
    })}
  >
    <PingOutcome delivery={delivery} /> <a href={`/console/deliveries/${deliveryId}`}>See the delivery</a>
    {safeOffer}
  </div>
);
