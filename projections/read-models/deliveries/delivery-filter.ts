import { type DeliveryStatus, deliveryStatuses } from '../../../domain/delivery/state.ts';
import { type DeliveryKind, deliveryKinds } from '../../../domain/destination/events.ts';
import { type PageRequest, within } from '../../queries/keyset.ts';
import type { listIndexes } from './projection.ts';

export interface DeliveryFilter extends PageRequest {
  readonly destinationId?: string | undefined;
  readonly status?: DeliveryStatus | undefined;
  readonly kind?: DeliveryKind | undefined;
  readonly formId?: string | undefined;
  readonly submissionId?: string | undefined;
  /** Includes deliveries of events at or after this time, ISO 8601. */
  readonly since?: string | undefined;
  /** Includes deliveries of events before this time, ISO 8601. */
  readonly until?: string | undefined;
}

export type Conditions = Omit<DeliveryFilter, keyof PageRequest>;

interface AllowedValues {
  readonly kinds?: readonly DeliveryKind[];
  readonly statuses?: readonly DeliveryStatus[];
}

export const matching = (
  accountId: string | null,
  {
    destinationId,
    status,
    kind,
    formId,
    submissionId,
    since,
    until,
    kinds,
    statuses,
  }: Conditions & AllowedValues,
) => ({
  // The tombstone of an erased delivery has no account.
  ...(accountId === null ? { _deleted: { $exists: false } } : { account_id: accountId }),
  ...(submissionId !== undefined && { submission_id: submissionId }),
  ...(destinationId !== undefined && { destination_id: destinationId }),
  ...(formId !== undefined && { form_id: formId }),
  ...(status !== undefined && { status }),
  ...(kind !== undefined && { kind }),
  ...(kinds && { kind: { $in: [...kinds] } }),
  ...(statuses && { status: { $in: [...statuses] } }),
  ...within('created_at', since, until),
});

/** Lists all kinds and statuses where the filter has none: MongoDB then merges one index range for each. */
export const withAllKinds = ({ kind, status, ...filter }: Conditions): Conditions & AllowedValues =>
  filter.submissionId === undefined
    ? {
        ...filter,
        kinds: kind === undefined ? deliveryKinds : [kind],
        statuses: status === undefined ? deliveryStatuses : [status],
      }
    : { ...filter, kind, status };
export function indexFor(
  accountId: string | null,
  { destinationId, formId, submissionId }: Conditions,
): keyof typeof listIndexes {
  if (submissionId !== undefined) return 'ofSubmission';
  if (destinationId !== undefined) return formId === undefined ? 'toDestination' : 'toDestinationAboutForm';
  if (formId !== undefined) return 'aboutForm';
  return accountId === null ? 'all' : 'ofAccount';
}
