import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { valueOf } from '../../../api/errors/errors.ts';
import { findRecoverable, type Recoverable, totalOf } from '../../../commands/recovery/find-recoverable.ts';
import { cancellationsPerSecond } from '../../../commands/recovery/request-recovery.ts';
import type { RecoveryAction } from '../../../domain/recovery/events.ts';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import { countRecoverable } from '../../../projections/read-models/recoveries/count-recoverable.ts';
import type { RecoveryCounts } from '../../../projections/read-models/recoveries/queries.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { Empty } from '../../parts/empty.tsx';
import { Table } from '../../parts/table.tsx';
import { durationOf } from '../../parts/time.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { PostButton } from '../parts/post-button.tsx';
import { FormToken } from '../shell.tsx';
import type { CheckedChoice, Chosen } from './choice.ts';

interface OfDestination {
  readonly destination: DestinationView;
  readonly found: RecoveryCounts;
}

export interface Preview {
  readonly found: Recoverable;
  /** The destinations with something to send. */
  readonly byDestination: readonly OfDestination[];
  readonly perSecond: number;
}

/** The rate of a recovery or a cancellation that names none. */
export const defaultRateOf = (
  { recoveriesPerSecond }: Pick<WebDeps, 'recoveriesPerSecond'>,
  action: RecoveryAction | undefined,
): number => (action === 'cancel' ? cancellationsPerSecond : recoveriesPerSecond);

/** The most destinations whose webhooks are counted one by one. */
const countedDestinations = 50;

/**
 * Counts what a recovery would send again, or what a cancellation would cancel.
 * @throws ApiError if the chosen destination would have to receive and is disabled or removed
 */
export async function readPreview(
  deps: Pick<WebDeps, 'aggregates' | 'queries' | 'recoveriesPerSecond'>,
  { action, selection, perSecond = defaultRateOf(deps, action) }: CheckedChoice,
  {
    accountId,
    destinations,
  }: { readonly accountId: string; readonly destinations: readonly DestinationView[] },
): Promise<Preview> {
  const { destinationId } = selection;
  const found = valueOf(
    await findRecoverable(
      { ...deps, countRecoverable: countRecoverable(deps.queries) },
      action,
      selection,
      accountId,
    ),
  );
  const counted = destinations
    .filter(
      ({ id, enabled }) =>
        (enabled || action === 'cancel') && (destinationId === null || id === destinationId),
    )
    .slice(0, countedDestinations);
  const all = await Promise.all(
    counted.map(async (destination) => ({
      destination,
      found: await deps.queries.recoveries.count({ accountId, destinationIds: [destination.id], selection }),
    })),
  );
  return { found: found, byDestination: all.filter((one) => totalOf(one.found) > 0), perSecond };
}

/** A count of a status, unless it was not asked for. */
const Count = ({ of: count }: { readonly of: number | undefined }) =>
  count === undefined ? <span class="quiet">–</span> : <span>{count}</span>;

const ByDestination = ({ byDestination }: Pick<Preview, 'byDestination'>) => (
  <Table
    caption="Webhooks by destination"
    items={byDestination}
    empty={<Empty title="No webhooks match this selection." />}
    columns={[
      {
        title: 'Destination',
        cell: ({ destination: { id, label } }) => (
          <a href={`/console/destinations/${id}`} safe>
            {label}
          </a>
        ),
      },
      { title: 'Selected', numeric: true, cell: ({ found }) => <strong>{totalOf(found)}</strong> },
      { title: 'Refused', numeric: true, cell: ({ found }) => <Count of={found.failed} /> },
      { title: 'Out of attempts', numeric: true, cell: ({ found }) => <Count of={found.exhausted} /> },
      { title: 'Skipped', numeric: true, cell: ({ found }) => <Count of={found.skipped} /> },
      { title: 'Waiting', numeric: true, cell: ({ found }) => <Count of={found.pending} /> },
    ]}
  />
);

interface CancelAllProps {
  readonly request: FastifyRequest;
  readonly account: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly total: number;
}

interface PreviewProps {
  readonly request: FastifyRequest;
  readonly account: string;
  readonly chosen: Chosen;
  readonly preview: Preview;
}

/** The beginning of a cancellation. This page is the question before it: what is cancelled cannot be brought back. */
const CancelAll = ({ request, account, fields, total }: CancelAllProps) => (
  <form method="post" action="/console/recoveries" class="editor">
    <FormToken request={request} />
    {Object.entries({ ...fields, account, once: randomUUID() }).map(([name, value]) => (
      <input type="hidden" name={name} value={attributeText(value)} />
    ))}
    <label>
      <span>Reason, shown with each delivery (optional)</span>
      <input name="reason" maxlength="500" />
    </label>
    <p>Cancelled webhooks are never sent, and cannot be sent again. Their submissions stay.</p>
    <button type="submit" class="danger" safe>
      {total === 1 ? 'Cancel it for good' : `Cancel all ${total} for good`}
    </button>
  </form>
);

/** How many webhooks a recovery would send or a cancellation would cancel, and its beginning. */
export const PreviewSection = ({ request, account, chosen, preview }: PreviewProps) => {
  const { found, perSecond } = preview;
  const { total } = found;
  const { account: _, reason: _reason, ...fields } = chosen;
  const isCancelling = chosen.action === 'cancel';
  return (
    <>
      <p class="lead">
        <strong>{total}</strong> {total === 1 ? 'webhook' : 'webhooks'} would be{' '}
        {isCancelling ? 'cancelled' : 'sent again'}
        {total > 0 && (
          <span safe>{`, ${perSecond} per second, in ${durationOf((total / perSecond) * 1_000)}`}</span>
        )}
        .
      </p>
      {total > 0 && isCancelling && (
        <CancelAll request={request} account={account} fields={fields} total={total} />
      )}
      {total > 0 && !isCancelling && (
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
