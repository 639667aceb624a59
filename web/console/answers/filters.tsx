import type { FormView } from '../../../projections/read-models/forms/queries.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { Choice } from '../../parts/choice.tsx';
import { addressWith, type AnswersPageQuery, type Period } from './answers-query.ts';
import { choiceQuestions } from './groups.ts';

interface FiltersProps {
  readonly path: string;
  readonly form: FormView;
  readonly query: AnswersPageQuery;
  readonly period: Period;
}

const presets = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const;

/** The most versions to choose from: the newest. */
const offeredVersions = 100;

const Presets = ({ path, query }: Pick<FiltersProps, 'path' | 'query'>) => {
  const cleared = { from: null, to: null, first: null };
  const isAll = query.days === undefined && query.from === undefined && query.to === undefined;
  return (
    <nav class="tabs" aria-label="Period">
      {presets.map(([days, name]) => (
        <a
          href={attributeText(addressWith(path, query, { ...cleared, days }))}
          {...(query.days === days && { 'aria-current': 'true' as const })}
        >
          {name}
        </a>
      ))}
      <a
        href={attributeText(addressWith(path, query, { ...cleared, days: null }))}
        {...(isAll && { 'aria-current': 'true' as const })}
      >
        All
      </a>
    </nav>
  );
};

const DayField = ({
  name,
  label,
  value,
}: {
  name: string;
  label: string;
  value: string | null | undefined;
}) => (
  <label>
    <span safe>{label}</span>
    <input type="date" name={name} value={value ?? ''} />
  </label>
);

const OptionChoice = ({
  name,
  label,
  form,
  chosen,
}: {
  name: string;
  label: string;
  form: FormView;
  chosen: string | undefined;
}) => (
  <label>
    <span safe>{label}</span>
    <select name={name}>
      <option value="">–</option>
      {choiceQuestions(form).map((question) => (
        <optgroup label={attributeText(question.label)}>
          {question.choices.map((choice) => (
            <option value={attributeText(choice.id)} selected={choice.id === chosen} safe>
              {choice.label}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  </label>
);

/** The filters of the page, and what it is compared with. They are the address, so that it can be sent to a colleague. */
export const AnswerFilters = ({ path, form, query, period }: FiltersProps) => {
  const newest = Array.from({ length: Math.min(form.version, offeredVersions) }, (_, age) =>
    String(form.version - age),
  );
  return (
    <>
      <Presets path={path} query={query} />
      <form method="get" action={path} class="answer-filters">
        <div class="filters">
          <DayField name="from" label="From" value={period.from} />
          <DayField name="to" label="To" value={period.to} />
          <Choice
            name="version"
            label="Version"
            values={newest}
            chosen={query.version === undefined ? undefined : String(query.version)}
          />
          <Choice
            name="source"
            label="Source"
            values={[
              ['form', 'the page of the form'],
              ['api', 'the API'],
            ]}
            chosen={query.source}
          />
          <Choice
            name="completion"
            label="Completion"
            values={[
              ['incomplete', 'not complete'],
              ['all', 'all'],
            ]}
            chosen={query.completion}
            none="complete"
          />
          <button type="submit">Show</button>
        </div>
        <details open={query.compare !== undefined}>
          <summary>Compare</summary>
          <div class="filters">
            <Choice
              name="compare"
              label="Compare with"
              values={[
                ['previous', 'the period before'],
                ['period', 'another period'],
                ['options', 'groups by an answer'],
              ]}
              chosen={query.compare}
              none="nothing"
            />
            <DayField name="compare_from" label="Another period from" value={query.compare_from} />
            <DayField name="compare_to" label="Another period to" value={query.compare_to} />
            <OptionChoice name="a" label="Those who chose" form={form} chosen={query.a} />
            <OptionChoice name="b" label="Against those who chose" form={form} chosen={query.b} />
            <button type="submit">Compare</button>
          </div>
        </details>
      </form>
    </>
  );
};
