import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import { PostButton } from '../parts/post-button.tsx';
import { visitorIn } from '../session/visitor.ts';
import { ofAccount } from '../shell.tsx';

/** The first position of the log, from which a recovery takes everything. */
const logStart = '0';

/** Leads to the page that counts what waits for a destination and asks whether to cancel it. */
export const cancelWaitingHref = ({ id, account_id: account }: DestinationView): string =>
  `${ofAccount('/console/recoveries/new', account)}&action=cancel&destination=${id}&since=${logStart}`;

interface WaitingProps {
  readonly request: FastifyRequest;
  readonly destination: DestinationView;
  readonly waiting: number;
}

/** After a test that arrived: sends what waits now, rather than when its time comes. */
export const SendWaiting = ({ request, destination, waiting }: WaitingProps) => {
  const { id, account_id: account, enabled } = destination;
  if (waiting === 0 || !visitorIn(request).hasScope('webhooks:write')) return <></>;
  if (!enabled)
    return (
      <p
        safe
      >{`${waiting} ${waiting === 1 ? 'webhook waits' : 'webhooks wait'}. Enable the destination, then send a test again.`}</p>
    );
  return (
    <PostButton
      request={request}
      action="/console/recoveries"
      label={`Send the ${waiting} waiting now`}
      fields={{ account, destination: id, since: logStart, status: 'pending', once: randomUUID() }}
    />
  );
};
