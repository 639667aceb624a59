import { defaultTimeZone } from '../../../domain/form/locale.ts';
import type { AnswerSelection } from '../../../projections/queries/answers/count-answers.ts';
import type { FormView } from '../../../projections/read-models/forms/queries.ts';
import { type AnswersPageQuery, describePeriod, periodOf, previousPeriod, timesOf } from './answers-query.ts';

/** Submissions that are counted together. */
export interface Group {
  /** What tells them apart, in words. */
  readonly name: string;
  readonly selection: AnswerSelection;
}

/** A choice that distinguishes two groups. */
export interface GroupChoice {
  /** The field and the value, as the address has them. */
  readonly id: string;
  readonly label: string;
}

export interface ChoiceQuestion {
  readonly label: string;
  readonly choices: readonly GroupChoice[];
}

const completed = { complete: true, incomplete: false, all: undefined } as const;

/** The most options of a question to choose from. */
const mostOptions = 100;

/** The questions of a form by whose options groups are formed. */
export const choiceQuestions = ({ fields }: Pick<FormView, 'fields'>): readonly ChoiceQuestion[] =>
  fields.flatMap(({ id, label, kind, options = [] }) => {
    const choices = ['yes_no', 'consent'].includes(kind)
      ? [
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]
      : ['single_choice', 'dropdown', 'multiple_choice'].includes(kind)
        ? options
        : [];
    const shown = choices
      .slice(0, mostOptions)
      .map((one) => ({ id: `${id}:${one.value}`, label: one.label }));
    return shown.length === 0 ? [] : [{ label, choices: shown }];
  });

/**
 * The groups that a page shows: one, or two that are compared. A comparison that lacks something, such as the second period, shows
 * the first group alone.
 */
export function groupsOf(form: FormView, query: AnswersPageQuery, now: Date): readonly [Group, Group?] {
  const zone = form.time_zone ?? defaultTimeZone;
  const { version, source, completion = 'complete', compare, a, b } = query;
  const period = periodOf(query, now, zone);
  const selected = (of: typeof period, chosen?: string): AnswerSelection => ({
    accountId: form.account_id,
    formId: form.id,
    ...timesOf(of, zone),
    isComplete: completed[completion],
    source,
    versions: version === undefined ? undefined : [version],
    ...(chosen !== undefined && { chosen: chosenIn(chosen) }),
  });
  const first: Group = { name: describePeriod(period), selection: selected(period) };
  if (compare === 'options') {
    if (a === undefined || b === undefined) return [first];
    return [
      { name: nameOf(form, a), selection: selected(period, a) },
      { name: nameOf(form, b), selection: selected(period, b) },
    ];
  }
  const other =
    compare === 'previous'
      ? previousPeriod(period, now, zone)
      : compare === 'period' && (query.compare_from !== undefined || query.compare_to !== undefined)
        ? { from: query.compare_from ?? null, to: query.compare_to ?? null }
        : null;
  return other ? [first, { name: describePeriod(other), selection: selected(other) }] : [first];
}

function chosenIn(id: string): NonNullable<AnswerSelection['chosen']> {
  const [fieldId = ''] = id.split(':', 1);
  return { fieldId, value: id.slice(fieldId.length + 1) };
}

function nameOf(form: FormView, id: string): string {
  for (const { label, choices } of choiceQuestions(form)) {
    const chosen = choices.find((choice) => choice.id === id);
    if (chosen) return `${label}: ${chosen.label}`;
  }
  return chosenIn(id).value;
}

/** The letters by which charts name the groups; none where there is one group. */
export const lettersOf = (groups: readonly Group[]): readonly string[] =>
  groups.length > 1 ? groups.map((_, index) => String.fromCharCode(65 + index)) : [''];
