import type { FastifyRequest } from 'fastify';
import type { SelectedCount } from '../../../api/requests/selected-submissions.ts';
import type { SubmissionView } from '../../../projections/read-models/submissions/queries.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { Empty } from '../../parts/empty.tsx';
import { Time } from '../../parts/time.tsx';
import type { AskedFields } from './answer-filter-controls.tsx';
import { eraseAddress } from './chosen-rows.tsx';
import { filtersInWords } from './filters-in-words.ts';
import { momentOf } from './progress.tsx';
import type { Selection } from './selection.ts';
import { StepFields } from './step-fields.tsx';

interface QuestionProps {
  readonly request: FastifyRequest;
  /** The title of the form, quoted. */
  readonly form: string;
  readonly fields: AskedFields;
  /** The address of the list that led here. */
  readonly list: string;
  readonly selection: Selection;
  readonly counted: SelectedCount;
  /** The first few that are selected. */
  readonly first: readonly SubmissionView[];
}

const shownCharacters = 60;

const shorten = (text: string): string =>
  text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;

/** The answers by which a person recognises a submission. */
const beginningOf = ({ answers }: SubmissionView): string =>
  answers
    .flatMap(({ display }) => (display === null || display === '' ? [] : [shorten(display)]))
    .slice(0, 2)
    .join(', ');

const First = ({ first, more }: { first: readonly SubmissionView[]; more: boolean }) => (
  <>
    <h2>{more ? 'The oldest of them' : first.length === 1 ? 'The submission' : 'The submissions'}</h2>
    <ul>
      {first.map((submission) => (
        <li>
          <a href={`/console/submissions/${submission.id}`}>
            <Time at={momentOf(submission)} />
          </a>{' '}
          <span dir="auto" safe>
            {beginningOf(submission)}
          </span>
        </li>
      ))}
    </ul>
  </>
);

/** Asks before submissions are erased: how many, of which form, by which filters. */
export const EraseQuestion = ({ request, form, fields, list, selection, counted, first }: QuestionProps) => {
  const { count, isLeast } = counted;
  if (count === 0 && !isLeast)
    return (
      <Empty title="No submission matches.">
        <a href={attributeText(list)}>See the submissions</a>
      </Empty>
    );
  const words = filtersInWords(selection.filters, fields);
  const number = count === 0 ? 'All matching' : `${isLeast ? 'At least ' : ''}${count.toLocaleString('en')}`;
  const isOne = count === 1 && !isLeast;
  return (
    <>
      <p class="lead">
        <strong safe>{number}</strong>{' '}
        <span safe>{`${isOne ? 'submission' : 'submissions'} to ${form} will be erased.`}</span>
      </p>
      {selection.ids.length > 0 ? (
        <p>You chose {isOne ? 'it' : 'them'} in the list.</p>
      ) : words.length === 0 ? (
        <p>These are all submissions of the form, whatever their status.</p>
      ) : (
        <>
          <p>{isOne ? 'It matches' : 'They match'} these filters:</p>
          <ul>
            {words.map((text) => (
              <li dir="auto" safe>
                {text}
              </li>
            ))}
          </ul>
        </>
      )}
      {count === 0 ? (
        <p>
          The first submissions do not match. The others are looked at while matching submissions are erased.
        </p>
      ) : (
        <First first={first} more={count > first.length} />
      )}
      <form method="post" action={eraseAddress(selection.formId)} class="editor">
        <StepFields request={request} selection={selection} total={count} erased={0} after={undefined} />
        <p>
          The submissions, their answers and their webhooks leave every store. This cannot be undone.
          Submissions that arrive or change after this moment are not erased.
        </p>
        <div class="buttons">
          <button type="submit" class="danger" safe>
            {isOne ? 'Erase it for good' : `Erase ${isLeast ? 'all' : `all ${number}`} for good`}
          </button>
          <a href={attributeText(list)}>No, go back</a>
        </div>
      </form>
    </>
  );
};
