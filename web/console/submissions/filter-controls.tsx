import { originChoices } from '../../../projections/read-models/submissions/queries.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { Choice } from '../../parts/choice.tsx';
import type { Choice as Chosen, Named } from '../parts/named.ts';
import { NamedChoice } from '../parts/named-choice.tsx';
import { rangeChoices } from '../parts/ranges.ts';
import { AnswerControls, type AskedFields } from './answer-filter-controls.tsx';
import { sourceLabels, type SubmissionsQuery } from './filters.ts';
import { statusNames } from './progress.tsx';

interface DayProps {
  readonly name: 'from' | 'to';
  readonly label: string;
  readonly day: string | undefined;
}

const DayControl = ({ name, label, day }: DayProps) => (
  <label>
    <span safe>{label}</span>
    <input type="date" name={name} value={day ?? ''} />
  </label>
);

interface FiltersProps {
  readonly query: SubmissionsQuery;
  readonly account: string;
  readonly forms: readonly Named[];
  readonly form: Chosen;
  /** The present version of the chosen form; null without a form. */
  readonly version: number | null;
  /** The questions of the chosen form; none without a form. */
  readonly fields: AskedFields;
}

/** The versions that are offered: the last ones. */
const offeredVersions = 50;

const versionsUpTo = (last: number): readonly (readonly [string, string])[] =>
  Array.from({ length: Math.min(last, offeredVersions) }, (_, n) => String(last - n)).map((version) => [
    version,
    version === String(last) ? `${version} (present)` : version,
  ]);

/** The filters that few people need. */
const FurtherFilters = ({ query, version, fields }: Pick<FiltersProps, 'query' | 'version' | 'fields'>) => {
  const { from, to, source, version: chosen, answer } = query;
  return (
    <details class="further" open={[from, to, source, chosen, answer].some((value) => value !== undefined)}>
      <summary>More filters</summary>
      <div class="filters">
        <DayControl name="from" label="From, in UTC" day={from} />
        <DayControl name="to" label="To, inclusive" day={to} />
        <Choice
          name="source"
          label="Source"
          values={originChoices.map((each) => [each, sourceLabels[each]] as const)}
          chosen={source}
        />
        {fields.length > 0 && <AnswerControls filters={query} fields={fields} />}
        {version !== null && version > 1 && (
          <Choice
            name="version"
            label="Version of the form"
            values={versionsUpTo(version)}
            chosen={chosen === undefined ? undefined : String(chosen)}
          />
        )}
      </div>
    </details>
  );
};

/** The filters above the list of submissions. */
export const Filters = ({ query, account, forms, form, version, fields }: FiltersProps) => (
  <form method="get" action="/console/submissions" class="filters" data-submit-on-change>
    <input type="hidden" name="account" value={attributeText(account)} />
    <NamedChoice name="form" label="Form" offered={forms} choice={form} />
    <label class="broad">
      <span>Words of answers</span>
      <input
        type="search"
        name="search"
        maxlength="200"
        value={attributeText(query.search ?? '')}
        aria-describedby="search-help"
      />
    </label>
    <Choice
      name="status"
      label="Status"
      values={[...statusNames, ['incomplete', 'begun or saved']]}
      chosen={query.status}
    />
    <Choice name="range" label="Time" values={rangeChoices} chosen={query.range} />
    <button type="submit">Filter</button>
    <small id="search-help" class="help">
      The search compares the beginnings of words with all answers as people see them, whatever their status.
      Capitals and accents make no difference. It is quickest in one form.
    </small>
    <FurtherFilters query={query} version={version} fields={fields} />
  </form>
);
