import { Temporal } from 'temporal-polyfill';
import { defaultTimeZone } from '../../../domain/form/locale.ts';
import type { FormView } from '../../../projections/read-models/forms/queries.ts';
import type { SubmissionFilters } from './filters.ts';

const dayOf = (time: string, timeZone: string, offsetMs: number): string =>
  Temporal.Instant.fromEpochMilliseconds(Date.parse(time) + offsetMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();

/** The address of the charts of a form's answers, with those filters of a list of submissions that charts have. */
export function chartsAddress(
  { id, time_zone: timeZone = defaultTimeZone }: Pick<FormView, 'id' | 'time_zone'>,
  { from, to, since, until, status, source, version, question }: SubmissionFilters,
): string {
  const parameters = {
    from: since === undefined ? from : dayOf(since, timeZone, 0),
    to: until === undefined ? to : dayOf(until, timeZone, -1),
    version,
    source: source === 'form' ? 'form' : source === 'api_or_import' ? 'api' : undefined,
    completion: status === undefined ? 'all' : status === 'complete' ? undefined : 'incomplete',
    only: question,
  };
  const given = Object.entries(parameters).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, String(text)] as [string, string]],
  );
  return `/console/forms/${id}/answers?${new URLSearchParams(given).toString()}`;
}
