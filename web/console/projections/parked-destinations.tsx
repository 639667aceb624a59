import type { FastifyRequest } from 'fastify';
import type { ParkedDestination } from '../../../coordination/parked-destinations.ts';
import { Empty } from '../../parts/empty.tsx';
import { Id } from '../../parts/id.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { PostButton } from '../parts/post-button.tsx';
import { canChange, path } from './parts.tsx';

export const retries = `${path}/parked-destinations/retries`;

const RetryDestination = ({ request, id }: { readonly request: FastifyRequest; readonly id: string }) =>
  canChange(request) ? (
    <PostButton
      request={request}
      action={retries}
      label="Retry"
      class="plain"
      fields={{ destination_id: id }}
    />
  ) : (
    <></>
  );

/** The destinations that are parked, the oldest first, by their labels. */
export const ParkedDestinations = ({
  request,
  parked,
  labels,
}: {
  readonly request: FastifyRequest;
  readonly parked: readonly ParkedDestination[];
  /** By id. */
  readonly labels: ReadonlyMap<string, string>;
}) => (
  <Table
    caption="Parked destinations, the oldest first"
    items={parked}
    empty={
      <Empty title="No destination is parked.">
        <p>A destination is parked while no master key opens its signing secret.</p>
      </Empty>
    }
    columns={[
      {
        title: 'Destination',
        cell: ({ id }) => (
          <span class="named">
            {labels.has(id) && (
              <a href={`/console/destinations/${id}`} safe>
                {labels.get(id)}
              </a>
            )}
            <Id id={id} short={labels.has(id)} href={`/console/destinations/${id}`} />
          </span>
        ),
      },
      {
        title: 'Reason',
        cell: ({ reason }) => (
          <span class="reason" safe>
            {reason}
          </span>
        ),
      },
      { title: 'Master key', wide: true, cell: ({ keyId }) => <code safe>{keyId}</code> },
      { title: 'Since', cell: ({ since }) => <Time at={since} /> },
      {
        title: 'Failed retries',
        numeric: true,
        wide: true,
        cell: ({ retries: count }) => <span>{count}</span>,
      },
      { title: 'Next retry', cell: ({ nextRetryAt: at }) => <Time at={at} /> },
      { title: '', cell: ({ id }) => <RetryDestination request={request} id={id} /> },
    ]}
  />
);
