import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { totalOf } from '../../../commands/recovery/find-recoverable.ts';
import { undeliveredStatuses } from '../../../domain/delivery/decider.ts';
import type { DestinationView } from '../../../projections/read-models/destinations/queries.ts';
import type { RecoveryQueries } from '../../../projections/read-models/recoveries/queries.ts';
import { Time } from '../../parts/time.tsx';
import { PostButton } from '../parts/post-button.tsx';
import { visitorIn } from '../session/visitor.ts';
import { ofAccount } from '../shell.tsx';
import { missedSince } from './status.tsx';

export interface Missed {
  /** ISO 8601. */
  readonly since: string;
  readonly count: number;
}

/**
 * Counts what a destination has missed: while it is disabled, or since a time.
 * @returns null if it is enabled and no time is given
 */
export async function readMissed(
  recoveries: Pick<RecoveryQueries, 'count'>,
  { id, account_id: accountId, enabled, ...stopped }: DestinationView,
  { since: enabledSince, now }: { readonly since: string | undefined; readonly now: Date },
): Promise<Missed | null> {
  const since = (enabled ? enabledSince : missedSince(stopped)) ?? null;
  if (since === null) return null;
  const selection = {
    since,
    sincePosition: null,
    until: now.toISOString(),
    kind: null,
    formId: null,
    statuses: [...undeliveredStatuses],
  };
  const found = await recoveries.count({ accountId, destinationIds: [id], selection });
  return { since, count: totalOf(found) };
}

interface MissedProps {
  readonly request: FastifyRequest;
  readonly destination: DestinationView;
  readonly missed: Missed;
}

const countText = (count: number): string =>
  count === 1 ? '1 webhook was not delivered' : `${count} webhooks were not delivered`;

const Recover = ({ request, destination: { id, account_id: account }, missed }: MissedProps) => (
  <>
    <PostButton
      request={request}
      action="/console/recoveries"
      label={missed.count === 1 ? 'Send it again' : `Send all ${missed.count} again`}
      fields={{ account, destination: id, since: missed.since, once: randomUUID() }}
    />
    <a
      href={`${ofAccount('/console/recoveries/new', account)}&destination=${id}&since=${encodeURIComponent(missed.since)}`}
    >
      Choose which
    </a>
  </>
);

/** What a destination has missed, with the way to get it back. */
export const MissedNotice = ({ request, destination, missed }: MissedProps) => (
  <div class={`sheet ${missed.count > 0 ? 'attention' : ''}`}>
    <div class="buttons">
      <span>
        <strong safe>{missed.count === 0 ? 'Nothing was missed' : countText(missed.count)}</strong> since{' '}
        <Time at={missed.since} />.
      </span>
      {missed.count > 0 && !destination.enabled && <span>Enable the destination, then send them again.</span>}
      {missed.count > 0 && destination.enabled && visitorIn(request).hasScope('webhooks:write') && (
        <Recover request={request} destination={destination} missed={missed} />
      )}
    </div>
  </div>
);
