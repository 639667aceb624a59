import { quoted } from '../../../domain/sentences/sentence.ts';
import { rangeChoices } from '../parts/ranges.ts';
import { sourceLabels, type SubmissionFilters } from './filters.tsx';

/** The filters of a list as a person reads them, such as `Status: complete`; none for a list without filters. */
export function filtersInWords({
  range,
  from,
  to,
  status,
  source,
  version,
  search,
}: SubmissionFilters): readonly string[] {
  const texts = [
    ['Time', rangeChoices.find(([value]) => value === range)?.[1]],
    ['From', from],
    ['To', to],
    ['Status', status],
    ['Source', source && sourceLabels[source]],
    ['Version of the form', version === undefined ? undefined : String(version)],
    ['Words of answers', search === undefined ? undefined : quoted(search)],
  ] as const;
  return texts.flatMap(([name, text]) => (text === undefined ? [] : [`${name}: ${text}`]));
}
