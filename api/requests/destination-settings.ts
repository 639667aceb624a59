import type { Static } from 'typebox';
import type { DestinationRequest } from '../../commands/destination/configure-destination.ts';
import type { GivenSettings } from '../../commands/destination/destination-checks.ts';
import type { DestinationChange, NewDestination } from '../contract/webhooks/destination-schemas.ts';

/** The settings of a request, under the names of the domain. */
export function settingsOf({
  form_id,
  included_questions,
  rate_per_second,
  ...same
}: Static<typeof DestinationChange>): Partial<GivenSettings> {
  return {
    ...same,
    ...(form_id !== undefined && { formId: form_id }),
    ...(included_questions && { includedQuestions: included_questions }),
    ...(rate_per_second !== undefined && { ratePerSecond: rate_per_second }),
  };
}

/** The request for a new destination, under the names of the domain. */
export function requestOf({
  label,
  url,
  enabled,
  signing_secret: own,
  ...chosen
}: Static<typeof NewDestination>): DestinationRequest {
  return {
    label,
    url,
    ...settingsOf(chosen),
    ...(enabled !== undefined && { enabled }),
    ...(own !== undefined && { signingSecret: own }),
  };
}
