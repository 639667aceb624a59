import type { SubmissionView } from '../../../projections/read-models/submissions/queries.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { inUtc } from '../../parts/time.tsx';
import { givenIn } from './download.tsx';
import type { SubmissionFilters } from './filters.ts';
import { momentOf } from './progress.tsx';

const selectionForm = 'chosen';

type Row = Pick<SubmissionView, 'id' | 'is_complete' | 'submitted_at' | 'saved_at'>;

/** Chooses a row. */
export const RowChoice = ({ row }: { readonly row: Row }) => (
  <input
    type="checkbox"
    name="id"
    value={row.id}
    form={selectionForm}
    aria-label={attributeText(`Choose the submission of ${inUtc(momentOf(row))}`)}
  />
);

interface ActsProps {
  readonly form: string;
  readonly filters: SubmissionFilters;
  /** Whether the visitor may erase submissions. */
  readonly mayErase: boolean;
}

/** The page that asks before submissions of a form are erased. */
export const eraseAddress = (form: string): string =>
  `/console/forms/${encodeURIComponent(form)}/submissions/erase`;

/** The acts on chosen rows, and on everything that the filters list. Scripts show how many rows are chosen. */
export const SelectionActs = ({ form, filters, mayErase }: ActsProps) => {
  const all = new URLSearchParams(givenIn(filters)).toString();
  return (
    <form
      id={selectionForm}
      method="get"
      action={`/console/forms/${encodeURIComponent(form)}/submissions/chosen`}
      class="chosen-acts"
    >
      <input type="hidden" name="chosen" value="yes" />
      <span class="chosen-count" role="status" data-none="Choose rows to download or erase them.">
        Choose rows to download or erase them.
      </span>
      <label>
        <span class="hidden">File of the chosen rows</span>
        <select name="format">
          <option value="csv">CSV</option>
          <option value="xlsx">Excel</option>
          <option value="ndjson">NDJSON</option>
          <option value="zip">ZIP with files</option>
        </select>
      </label>
      <button type="submit" class="secondary">
        Download chosen
      </button>
      {mayErase && (
        <>
          <button type="submit" class="secondary danger" formaction={eraseAddress(form)}>
            Erase chosen
          </button>
          <a href={`${eraseAddress(form)}${all === '' ? '' : `?${attributeText(all)}`}`}>
            {all === '' ? 'Erase all …' : 'Erase all that match …'}
          </a>
        </>
      )}
    </form>
  );
};
