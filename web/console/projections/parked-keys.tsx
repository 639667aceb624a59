import type { FastifyRequest } from 'fastify';
import type { ParkedStatus } from '../../../projections/generations/control/control-types.ts';
import { Empty } from '../../parts/empty.tsx';
import { Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { PostButton } from '../parts/post-button.tsx';
import { HeldBack } from './held-back.tsx';
import { canChange, pageOf } from './parts.tsx';

interface ParkedProps {
  readonly request: FastifyRequest;
  readonly name: string;
  readonly parked: readonly ParkedStatus[];
}

const skipPage = (name: string, eventId: string): string =>
  `${pageOf(name)}/skip?event=${encodeURIComponent(eventId)}`;

/** A link to the stream of the event at which a key is parked. */
export const Stream = ({ event: { stream, revision } }: ParkedStatus) => (
  <a href={`/console/log?stream=${encodeURIComponent(stream)}`} safe>
    {`${stream}, revision ${revision}`}
  </a>
);

const Changes = ({
  request,
  name,
  waiting: key,
}: Omit<ParkedProps, 'parked'> & { readonly waiting: ParkedStatus }) =>
  canChange(request) ? (
    <div class="buttons">
      {key.is_retry_asked ? (
        <span class="quiet">A retry is due</span>
      ) : (
        <PostButton
          request={request}
          action={`${pageOf(name)}/retries`}
          label="Retry"
          class="plain"
          fields={{ event_id: key.event.id }}
        />
      )}
      <a href={skipPage(name, key.event.id)}>Skip…</a>
    </div>
  ) : (
    <></>
  );

/** The keys that wait behind an event that cannot be applied. */
export const ParkedKeys = ({
  request,
  name,
  parked,
  names,
}: ParkedProps & {
  /** The names of the things at whose events the keys are parked, by id. */
  readonly names: ReadonlyMap<string, string>;
}) => (
  <section class="apart">
    <div class="heading">
      <h2>Parked keys</h2>
      {parked.length > 1 && canChange(request) && (
        <PostButton
          request={request}
          action={`${pageOf(name)}/retries`}
          label="Retry all"
          class="secondary"
        />
      )}
    </div>
    <Table
      caption="Parked keys, the oldest first"
      items={parked}
      empty={
        <Empty title="Nothing is parked.">
          <p>If an event cannot be applied, only its document waits here; everything else continues.</p>
        </Empty>
      }
      columns={[
        {
          title: 'Held back',
          cell: (key) => <HeldBack waiting={key} names={names} />,
        },
        {
          title: 'Reason',
          cell: ({ cause, reason }) => (
            <span class="reason">
              <strong>{cause}</strong>: <span safe>{reason}</span>
            </span>
          ),
        },
        {
          title: 'Event',
          cell: (key) => (
            <span>
              <code safe>{key.event.type}</code> <Stream {...key} />
            </span>
          ),
        },
        { title: 'Events held back', numeric: true, cell: ({ events }) => <span>{events}</span> },
        { title: 'Since', cell: ({ since }) => <Time at={since} /> },
        { title: 'Last retry', wide: true, cell: ({ retried_at: at }) => <Time at={at} /> },
        { title: 'Generation', wide: true, cell: ({ generation }) => <code safe>{generation}</code> },
        { title: '', cell: (key) => <Changes request={request} name={name} waiting={key} /> },
      ]}
    />
  </section>
);
