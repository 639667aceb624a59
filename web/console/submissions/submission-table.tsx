import type {
  SubmissionSummary,
  SubmissionView,
} from '../../../projections/read-models/submissions/queries.ts';
import { Id } from '../../parts/id.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { ShortAnswer } from './answer.tsx';
import { RowChoice } from './chosen-rows.tsx';
import type { OwnColumn, ShownColumns } from './columns.tsx';
import { sourceName } from './filters.ts';
import { correctedColumn, momentOf, statusColumn } from './progress.tsx';

const path = '/console/submissions';

/** A submission of a list, without its answers where the list is of all forms. */
export type Row = SubmissionSummary | SubmissionView;

const hasAnswers = (row: Row): row is SubmissionView => 'answers' in row;

const choiceColumn: Column<Row> = { title: '', cell: (row) => <RowChoice row={row} /> };

const momentColumn: Column<Row> = {
  title: 'Saved or submitted',
  cell: (row) => (
    <a href={`${path}/${row.id}`}>
      <Time at={momentOf(row)} />
    </a>
  ),
};

/** @param titles the present titles of forms by id */
const formColumn = (titles: ReadonlyMap<string, string>): Column<Row> => ({
  title: 'Form',
  cell: ({ form_id, form_title }) => (
    <a href={`/console/forms/${form_id}`} safe>
      {titles.get(form_id) ?? form_title}
    </a>
  ),
});

const ofAnswers = (cell: (row: SubmissionView) => JSX.Element) => (row: Row) =>
  hasAnswers(row) ? cell(row) : <></>;

const own: Readonly<Record<OwnColumn, Column<Row>>> = {
  status: statusColumn,
  source: { title: 'Source', cell: ofAnswers((row) => <span safe>{sourceName(row)}</span>) },
  version: { title: 'Version', numeric: true, cell: ofAnswers((row) => <span>{row.form_version}</span>) },
  corrected: correctedColumn,
  id: { title: 'Id', cell: ({ id }) => <Id id={id} href={`${path}/${id}`} short /> },
};

const answerColumn = ({ fieldId, label }: ShownColumns['questions'][number]): Column<Row> => ({
  title: label,
  cell: ofAnswers(({ answers }) => (
    <ShortAnswer display={answers.find((one) => one.fieldId === fieldId)?.display ?? null} />
  )),
});

interface SubmissionTableProps {
  readonly items: readonly Row[];
  readonly empty: JSX.Element;
  /** The columns of the chosen form; null for a list of all forms. */
  readonly shown: ShownColumns | null;
  readonly titles: ReadonlyMap<string, string>;
}

/** A page of submissions: when, the answers, and ids last. */
export const SubmissionTable = ({ items, empty, shown, titles }: SubmissionTableProps) => {
  const columns: readonly Column<Row>[] = shown
    ? [
        choiceColumn,
        momentColumn,
        ...(shown.own.has('status') ? [own.status] : []),
        ...shown.questions.map(answerColumn),
        ...(['source', 'version', 'corrected', 'id'] as const)
          .filter((name) => shown.own.has(name))
          .map((name) => own[name]),
      ]
    : [momentColumn, own.status, formColumn(titles), own.corrected, own.id];
  return <Table cards caption="Submissions, newest first" items={items} empty={empty} columns={columns} />;
};
