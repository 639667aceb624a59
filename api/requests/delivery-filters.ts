import type { Filters } from '../contract/webhooks/delivery-schemas.ts';
import { rangeOf } from './timestamps.ts';

/** The filters of a request, in the form that queries take. */
export const asConditions = (query: Filters) => ({
  destinationId: query.destination_id,
  status: query.status,
  kind: query.kind,
  formId: query.form_id,
  submissionId: query.submission_id,
  ...rangeOf(query),
});

/** The filters that a cursor is bound to, beside the list. */
export const bindingOf = (query: Filters): (string | null)[] =>
  Object.values(asConditions(query)).map((condition) => condition ?? null);
