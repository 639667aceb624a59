import type { FastifyRequest } from 'fastify';
import type { DeliverySummary } from '../../../projections/read-models/deliveries/queries.ts';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Id } from '../../parts/id.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { kindLabels } from '../parts/delivery-words.ts';
import { Outcome } from '../parts/outcome.tsx';
import { SendAgain } from '../parts/send-again.tsx';
import { ofAccount } from '../shell.tsx';

interface RecentProps {
  readonly request: FastifyRequest;
  readonly destination: DestinationView;
  readonly items: readonly DeliverySummary[];
}

/** The newest deliveries to a destination, tests among them. */
export const RecentDeliveries = ({ request, destination, items }: RecentProps) => (
  <Table
    cards
    caption="The latest deliveries to this destination"
    items={items}
    empty={
      <Empty title="Nothing has been sent yet.">
        <p>Send a test, or publish a form: its submissions are delivered as they arrive.</p>
        <a href={ofAccount('/console/forms', destination.account_id)}>See the forms</a>
      </Empty>
    }
    columns={[
      { title: 'Event', cell: ({ kind }) => <span safe>{kindLabels[kind]}</span> },
      { title: 'Event time', cell: ({ created_at: at }) => <Time at={at} /> },
      { title: 'Status', cell: ({ status }) => <Badge state={status} /> },
      { title: 'Last attempt', cell: ({ last_outcome: last }) => <Outcome outcome={last} /> },
      {
        title: 'Next attempt',
        cell: ({ status, next_attempt_at: at }) =>
          status === 'pending' && !destination.enabled ? <Badge state="disabled" /> : <Time at={at} />,
      },
      { title: '', cell: (delivery) => <SendAgain request={request} delivery={delivery} /> },
      { title: 'Id', cell: ({ id }) => <Id id={id} href={`/console/deliveries/${id}`} short /> },
    ]}
  />
);
