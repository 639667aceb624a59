import type { RecordedEvent } from '../../../log/event-log.ts';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { eventUrl, streamUrl } from '../parts/stream-links.ts';

interface EventTableProps {
  readonly events: readonly RecordedEvent[];
  readonly empty: JSX.Element;
}

/** Events of the log, with what programs call them. */
export const EventTable = ({ events, empty }: EventTableProps) => (
  <Table
    caption="Events, newest first"
    items={events}
    empty={empty}
    columns={[
      {
        title: 'Event',
        cell: (event) => <a href={eventUrl(event)}>{event.event.type}</a>,
      },
      {
        title: 'Stream',
        cell: ({ stream }) => (
          <a href={streamUrl(stream)}>
            <code safe>{stream}</code>
          </a>
        ),
      },
      { title: 'Revision', numeric: true, cell: ({ revision }) => <span>{revision}</span> },
      { title: 'When', cell: ({ recordedAt }) => <Time at={recordedAt.toISOString()} /> },
      {
        title: 'By',
        wide: true,
        cell: ({ metadata: { actor } }) => <span safe>{`${actor.kind} ${actor.id}`}</span>,
      },
      {
        title: 'Account',
        wide: true,
        cell: ({ metadata: { accountId } }) => <code safe>{accountId}</code>,
      },
      {
        title: 'Position',
        numeric: true,
        wide: true,
        cell: ({ position }) => <span safe>{String(position)}</span>,
      },
    ]}
  />
);
