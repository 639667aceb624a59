import { authorName } from '../../../domain/sentences/authors.ts';
import type { RecordedEvent } from '../../../log/event-log.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { eventUrl, streamUrl } from '../parts/stream-links.ts';
import type { EventNames } from './event-names.ts';

interface EventTableProps {
  readonly events: readonly RecordedEvent[];
  readonly names: EventNames;
  readonly empty: JSX.Element;
}

/** An account by its name; by its id if it is gone. */
const Account = ({ id, name }: { readonly id: string; readonly name: string | undefined }) =>
  name === undefined ? (
    <code safe>{id}</code>
  ) : (
    <a href={`/console/accounts/${encodeURIComponent(id)}`} title={attributeText(id)} safe>
      {name}
    </a>
  );

/** Events of the log, with what programs call them. */
export const EventTable = ({ events, names, empty }: EventTableProps) => (
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
        cell: ({ metadata: { actor } }) => (
          <span title={attributeText(`${actor.kind} ${actor.id}`)} safe>
            {authorName(actor, names.actors.get(actor.id) ?? null)}
          </span>
        ),
      },
      {
        title: 'Account',
        wide: true,
        cell: ({ metadata: { accountId } }) => (
          <Account id={accountId} name={names.accounts.get(accountId)} />
        ),
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
