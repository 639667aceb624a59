import type { Static } from 'typebox';
import { Value } from 'typebox/value';
import type { DestinationRequest } from '../../commands/destination/configure-destination.ts';
import type { GivenSettings } from '../../commands/destination/destination-checks.ts';
import type { DestinationChange, NewDestination } from '../contract/webhooks/destination-schemas.ts';
import { DestinationTemplate } from '../contract/webhooks/destination-template.ts';

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

/** A completed template as a request, and any other body as it is. */
export function withoutTemplate(body: unknown): unknown {
  if (!Value.Check(DestinationTemplate, body)) return body;
  const { formlog, url, events, enabled, includedQuestions, formId = null, signature } = body;
  return {
    label: formlog.label,
    url,
    events,
    enabled,
    form_id: formId,
    included_questions: includedQuestions,
    ...(signature !== undefined && { signature }),
  };
}
