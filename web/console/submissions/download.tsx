import Type, { type Static } from 'typebox';
import { DownloadOptions, type Format } from '../../../api/contract/submissions/exports.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { SubmissionFilters } from './filters.ts';

/** The query of a download: its options, and the filters of the list. */
export const DownloadQuery = Type.Object({
  ...DownloadOptions.properties,
  ...SubmissionFilters.properties,
});

/** The query of the form, which names the format and gives every option; CSV for an address without a format. */
export const AnyDownload = Type.Object({
  ...DownloadQuery.properties,
  format: Type.Optional(Type.Enum(['csv', 'excel', 'xlsx', 'zip'])),
});

/** The options of a download, without the filters of the list. */
export const optionsIn = ({
  display,
  split,
  headings,
  delimiter,
  bom,
  time_zone,
}: Static<typeof DownloadQuery>): DownloadOptions =>
  Object.fromEntries(
    Object.entries({ display, split, headings, delimiter, bom, time_zone }).filter(
      ([, value]) => value !== undefined,
    ),
  );

const pathOf = (form: string, format: Format | 'zip'): string =>
  `/console/forms/${encodeURIComponent(form)}/submissions.${format}`;

/** Returns the address of the download that was chosen. Excel reads CSV by a byte order mark and, in many countries, semicolons. */
export function downloadAddress(form: string, { format, ...options }: Static<typeof AnyDownload>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) query.set(name, String(value));
  if (format === 'excel') query.set('bom', 'true');
  if (format === 'xlsx') for (const name of ['bom', 'delimiter']) query.delete(name);
  return `${pathOf(form, format === 'xlsx' || format === 'zip' ? format : 'csv')}?${query.toString()}`;
}

interface DownloadProps {
  readonly form: string;
  readonly filters: SubmissionFilters;
}

const queryOf = (filters: SubmissionFilters): string => {
  const query = new URLSearchParams(givenIn(filters));
  return query.size === 0 ? '' : `?${query.toString()}`;
};

/** The filters that are set, as parameters of an address. */
export const givenIn = (filters: SubmissionFilters): [name: string, text: string][] =>
  Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));

/** Links to the usual files, with what the list shows. */
export const DownloadLinks = ({
  form,
  filters,
}: Omit<DownloadProps, 'form'> & { readonly form: string | undefined }) => {
  if (form === undefined)
    return <span class="quiet">Choose a form to see answers and to download them.</span>;
  const query = queryOf(filters);
  return (
    <>
      <a href={`${pathOf(form, 'csv')}${query}`}>CSV</a>
      <a href={`${pathOf(form, 'xlsx')}${query}`}>Excel</a>
      <a href={`${pathOf(form, 'ndjson')}${query}`}>NDJSON</a>
      <a href={`${pathOf(form, 'zip')}${query}`}>ZIP with files</a>
    </>
  );
};

interface SelectProps {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly (readonly [value: string, label: string])[];
}

const Select = ({ name, label, choices }: SelectProps) => (
  <label>
    <span safe>{label}</span>
    <select name={name}>
      {choices.map(([value, text]) => (
        <option value={value} safe>
          {text}
        </option>
      ))}
    </select>
  </label>
);

/** The options of a download. */
export const DownloadForm = ({ form, filters }: DownloadProps) => (
  <details>
    <summary>Download with options</summary>
    <form method="get" action={`/console/forms/${encodeURIComponent(form)}/submissions`} class="filters">
      {givenIn(filters).map(([name, text]) => (
        <input type="hidden" name={name} value={attributeText(text)} />
      ))}
      <Select
        name="format"
        label="File"
        choices={[
          ['xlsx', 'Excel workbook'],
          ['csv', 'CSV'],
          ['excel', 'CSV for Excel'],
          ['zip', 'ZIP with CSV and files'],
        ]}
      />
      <Select
        name="display"
        label="Choices"
        choices={[
          ['labels', 'as people saw them'],
          ['values', 'as they are stored'],
        ]}
      />
      <Select
        name="split"
        label="Columns"
        choices={[
          ['parts', 'one for each part of an answer'],
          ['options', 'one for each part and each option'],
          ['cells', 'one for each question'],
        ]}
      />
      <Select
        name="headings"
        label="Headings"
        choices={[
          ['label', 'questions'],
          ['key', 'keys'],
          ['both', 'questions with keys'],
        ]}
      />
      <Select
        name="delimiter"
        label="CSV separator"
        choices={[
          ['comma', 'commas'],
          ['semicolon', 'semicolons'],
          ['tab', 'tabs'],
        ]}
      />
      <label>
        <span>Time zone</span>
        <input type="text" name="time_zone" value="UTC" />
      </label>
      <button type="submit">Download</button>
    </form>
  </details>
);
