import Type from 'typebox';
import { Id } from '../../../api/contract/values.ts';
import { invalidRequest } from '../../../api/errors/errors.ts';
import type { SelectedSubmissions } from '../../../api/requests/selected-submissions.ts';
import { rowsOnPage } from '../parts/pager.ts';
import { filtersIn, indexedFilters, otherFilters, SubmissionFilters } from './filters.ts';

/** Rows that were chosen, or the filters of a list. Without both, every submission of the form is selected. */
export const SelectionQuery = Type.Object({
  /** Whether rows were to be chosen: then no row is not all of them. */
  chosen: Type.Optional(Type.Enum(['yes'])),
  id: Type.Optional(Type.Array(Id, { maxItems: rowsOnPage })),
  ...SubmissionFilters.properties,
});

/** Submissions of a form: those that were chosen, or all that match filters. */
export interface Selection {
  readonly accountId: string;
  readonly formId: string;
  readonly filters: SubmissionFilters;
  /** The chosen submissions; none for all that match. */
  readonly ids: readonly string[];
  /** When it was asked for: what arrived or changed since is not selected. */
  readonly asked: Date;
}

interface Chosen {
  readonly chosen?: 'yes' | undefined;
  readonly id?: readonly string[] | undefined;
}

/** The ids of rows that were chosen; none for a selection by filters. @throws ApiError `invalid_request` if no row was chosen */
export function chosenIds({ chosen, id: ids = [] }: Chosen): readonly string[] {
  const message = 'Choose at least one row of the list.';
  if (chosen === 'yes' && ids.length === 0)
    throw invalidRequest(message, [{ path: '/id', code: 'required', message }], 'query');
  return ids;
}

/** Reads what was chosen. @throws ApiError `invalid_request` if no row was chosen */
export function selectionIn(
  query: SubmissionFilters & Chosen,
  of: Pick<Selection, 'accountId' | 'formId' | 'asked'>,
): Selection {
  return { ...of, filters: filtersIn(query), ids: chosenIds(query) };
}

/** The submissions that are selected. @throws ApiError `invalid_request` */
export const selectedBy = ({ filters, ...selection }: Selection): SelectedSubmissions => ({
  ...selection,
  filter: indexedFilters(filters, selection.asked),
  matches: otherFilters(filters),
});
