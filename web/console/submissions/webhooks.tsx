import type { DeliverySummary } from '../../../projections/read-models/deliveries/queries.ts';
import { Badge } from '../../parts/badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Id } from '../../parts/id.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { kindLabels } from '../parts/delivery-words.ts';
import { Outcome } from '../parts/outcome.tsx';
import { DestinationLink, type ThingNames } from '../parts/thing-links.tsx';

/** The webhooks that a submission caused. */
export const Webhooks = ({
  deliveries,
  names,
}: {
  readonly deliveries: readonly DeliverySummary[];
  readonly names: ThingNames;
}) => (
  <Table
    cards
    caption="Webhooks of this submission"
    items={deliveries}
    empty={
      <Empty title="No webhooks for this submission.">
        <a href="/console/destinations">See the destinations</a>
      </Empty>
    }
    columns={[
      { title: 'Destination', cell: ({ destination_id: id }) => <DestinationLink id={id} names={names} /> },
      { title: 'Event', cell: ({ kind }) => <span safe>{kindLabels[kind]}</span> },
      { title: 'Status', cell: ({ status }) => <Badge state={status} /> },
      { title: 'Last attempt', cell: ({ last_outcome: last }) => <Outcome outcome={last} /> },
      { title: 'Last change', wide: true, cell: ({ updated_at: at }) => <Time at={at} /> },
      { title: 'Id', cell: ({ id }) => <Id id={id} href={`/console/deliveries/${id}`} short /> },
    ]}
  />
);
