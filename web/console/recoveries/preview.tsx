import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { findRecoverable } from '../../../api/webhooks/deliveries/recoverable.ts';
import { durationOf } from '../../parts/time.tsx';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import { Empty } from '../../parts/empty.tsx';
import { Table } from '../../parts/table.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { PostButton } from '../post-button.tsx';
import type { CheckedChoice, Chosen } from './choice.ts';

type Found = Awaited<ReturnType<typeof findRecoverable>>;

interface OfDestination {
  readonly destination: DestinationView;
  readonly found: Omit<Found, 'total'>;
}

export interface Preview {
  readonly found: Found;
  /** The destinations with something to send. */
  readonly byDestination: readonly OfDestination[];
  readonly perSecond: number;
}

const totalOf = ({ failed, exhausted, skipped }: Omit<Found, 'total'>): number =>
  failed + exhausted + skipped;

/** The most destinations whose webhooks are counted one by one. */
const countedDestinations = 50;

/**
 * Counts what a recovery would send again.
 * @throws ApiError if the chosen destination is disabled or removed
 */
export async function readPreview(
  deps: WebDeps,
  { selection, perSecond = deps.recoveriesPerSecond }: CheckedChoice,
  {
    accountId,
    destinations,
  }: { readonly accountId: string; readonly destinations: readonly DestinationView[] },
): Promise<Preview> {
  const { destinationId } = selection;
  const found = await findRecoverable(deps, selection, accountId);
  const counted = destinations
    .filter(({ id, enabled }) => enabled && (destinationId === null || id === destinationId))
    .slice(0, countedDestinations);
  const all = await Promise.all(
    counted.map(async (destination) => ({
      destination,
      found: await deps.queries.recoveries.count({ accountId, destinationIds: [destination.id], selection }),
    })),
  );
  return { found, byDestination: all.filter((one) => totalOf(one.found) > 0), perSecond };
}

const ByDestination = ({ byDestination }: Pick<Preview, 'byDestination'>) => (
  <Table
    caption="Webhooks to send again, by destination"
    items={byDestination}
    empty={<Empty title="Nothing fits: every webhook of this choice has arrived, or is still being tried." />}
    columns={[
      {
        title: 'Destination',
        cell: ({ destination: { id, label } }) => (
          <a href={`/console/destinations/${id}`} safe>
            {label}
          </a>
        ),
      },
      { title: 'Would be sent', numeric: true, cell: ({ found }) => <strong>{totalOf(found)}</strong> },
      { title: 'Refused', numeric: true, cell: ({ found }) => <span>{found.failed}</span> },
      { title: 'Out of attempts', numeric: true, cell: ({ found }) => <span>{found.exhausted}</span> },
      { title: 'Skipped', numeric: true, cell: ({ found }) => <span>{found.skipped}</span> },
    ]}
  />
);

interface PreviewProps {
  readonly request: FastifyRequest;
  readonly account: string;
  readonly chosen: Chosen;
  readonly preview: Preview;
}

/** How many webhooks a recovery would send, and its beginning. */
export const PreviewSection = ({ request, account, chosen, preview }: PreviewProps) => {
  const { found, perSecond } = preview;
  const { total } = found;
  const { account: _, ...fields } = chosen;
  return (
    <>
      <p class="lead">
        <strong>{total}</strong> {total === 1 ? 'webhook' : 'webhooks'} would be sent again
        {total > 0 && (
          <span safe>{`, ${perSecond} in a second, in ${durationOf((total / perSecond) * 1_000)}`}</span>
        )}
        .
      </p>
      {total > 0 && (
        <PostButton
          request={request}
          action="/console/recoveries"
          label={total === 1 ? 'Send it again' : `Send all ${total} again`}
          fields={{ ...fields, account, once: randomUUID() }}
        />
      )}
      <h2>By destination</h2>
      <ByDestination byDestination={preview.byDestination} />
    </>
  );
};
