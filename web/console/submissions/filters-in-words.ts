import { quoted } from '../../../domain/sentences/sentence.ts';
import { rangeChoices } from '../parts/ranges.ts';
import { type AskedFields, conditionsInWords } from './answer-filter-controls.tsx';
import { sourceLabels, type SubmissionFilters } from './filters.ts';

/** The filters of a list as a person reads them, such as `Status: complete`; none for a list without filters. */
export function filtersInWords(filters: SubmissionFilters, fields: AskedFields): readonly string[] {
  const { range, from, to, status, source, version, search } = filters;
  const texts = [
    ['Time', rangeChoices.find(([value]) => value === range)?.[1]],
    ['From', from],
    ['To', to],
    ['Status', status === 'incomplete' ? 'begun or saved' : status],
    ['Source', source && sourceLabels[source]],
    ['Version of the form', version === undefined ? undefined : String(version)],
    ['Words of answers', search === undefined ? undefined : quoted(search)],
  ] as const;
  return [
    ...texts.flatMap(([name, text]) => (text === undefined ? [] : [`${name}: ${text}`])),
    ...conditionsInWords(filters, fields).map(({ text }) => text),
  ];
}
