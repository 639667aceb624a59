import type { FastifyRequest } from 'fastify';
import type { ParkedStatus } from '../../../projections/generations/control-types.ts';
import { Empty } from '../../parts/empty.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { eventUrl } from '../log/stream-links.ts';
import { PostButton } from '../post-button.tsx';
import { FormToken } from '../shell.tsx';
import { projectionUrl } from './projections.tsx';

interface ParkedKeysProps {
  readonly request: FastifyRequest;
  /** The name of the projection. */
  readonly name: string;
  readonly parked: readonly ParkedStatus[];
  readonly mayWrite: boolean;
}

/** The keys whose events wait behind a faulty event, with retry and skip. */
export const ParkedKeys = ({ request, name, parked, mayWrite }: ParkedKeysProps) => (
  <Table
    caption="Parked keys, oldest first"
    items={parked}
    empty={<Empty title="Nothing is parked: every event could be applied." />}
    columns={[
      {
        title: 'Faulty event',
        cell: ({ event }) => (
          <a href={eventUrl(event)} safe>
            {event.type}
          </a>
        ),
      },
      { title: 'Reason', cell: ({ reason }) => <span safe>{reason}</span> },
      { title: 'Held back', numeric: true, cell: ({ events }) => <span>{events}</span> },
      { title: 'Since', cell: ({ since }) => <Time at={since} /> },
      {
        title: 'Mend',
        cell: ({ event }) =>
          mayWrite ? (
            <>
              <PostButton
                request={request}
                action={`${projectionUrl(name)}/retry`}
                fields={{ event_id: event.id }}
                label="Retry"
                class="plain"
              />
              <form method="post" action={`${projectionUrl(name)}/skip`}>
                <FormToken request={request} />
                <input type="hidden" name="event_id" value={event.id} />
                <input name="reason" placeholder="Reason" aria-label="The reason for skipping" required />
                <button type="submit" class="plain">
                  Skip
                </button>
              </form>
            </>
          ) : (
            <span class="quiet">–</span>
          ),
      },
    ]}
  />
);
