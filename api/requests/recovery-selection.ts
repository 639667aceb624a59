import {
  type RecoverableStatus,
  recoverableStatuses,
  undeliveredStatuses,
} from '../../domain/delivery/decider.ts';
import type { WebhookKind } from '../../domain/destination/events.ts';
import type { RecoverySelection } from '../../domain/recovery/events.ts';
import { invalidRequest } from '../errors/errors.ts';
import { logPointOf } from './log-points.ts';
import { endOfRange } from './timestamps.ts';

/** The members of a request that select deliveries. */
interface Selected {
  readonly destination_id?: string;
  readonly since?: string;
  readonly until?: string;
  readonly kind?: WebhookKind;
  readonly form_id?: string;
}

/** The statuses of a query, separated by commas. The schema has checked them. */
export const statusesIn = (text: string | undefined): readonly RecoverableStatus[] | undefined =>
  text === undefined ? undefined : recoverableStatuses.filter((status) => text.split(',').includes(status));

/** The selection of a request; without `since` it begins with the log. @throws ApiError for an invalid date */
export function selectionOf(
  { destination_id, since, until, kind, form_id }: Selected,
  statuses: readonly RecoverableStatus[] | undefined,
  now: Date,
  part: 'body' | 'query',
): RecoverySelection {
  const from = since === undefined ? null : logPointOf(since, 'since', part);
  const begin = since !== undefined && from && 'time' in from ? new Date(endOfRange(since)) : null;
  const end = until === undefined ? now : new Date(endOfRange(until));
  if (begin && begin >= end)
    throw invalidRequest(
      'The range from since to until is empty.',
      [{ path: '/since', code: 'out_of_range', message: 'Must be before until and in the past.' }],
      part,
    );
  return {
    destinationId: destination_id ?? null,
    since: begin && begin.toISOString(),
    sincePosition: from && 'position' in from ? String(from.position) : null,
    // A recovery covers only deliveries that exist when it is requested.
    until: (end < now ? end : now).toISOString(),
    kind: kind ?? null,
    formId: form_id ?? null,
    statuses: [...(statuses ?? undeliveredStatuses)],
  };
}
