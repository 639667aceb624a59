import { openTurns } from '../../../async/turns.ts';
import type { CountedAnswers } from '../../../projections/queries/answers/count-answers.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { asText } from '../../parts/send-html.ts';
import { addressWith, type AnswersPageQuery } from './answers-query.ts';
import type { Group } from './groups.ts';
import { Question } from './question.tsx';
import { questionName } from './question-name.ts';
import { submissionsCounted } from './submissions-counted.ts';

/** The questions of a page: no more than so many, and no more than so many characters of HTML. */
const [maxQuestions, maxCharacters] = [25, 110_000];
/** The most rows of a chart, beside other questions and alone. */
const [usualRows, rowsAlone] = [20, 250];

interface PageProps {
  readonly counted: readonly CountedAnswers[];
  /** The names of the groups. */
  readonly names: readonly string[];
  readonly path: string;
  readonly query: AnswersPageQuery;
  readonly groups: readonly Group[];
}

/** Renders the questions of a page, a few at a time, so that other requests do not wait for all of them. */
export async function questionsOnPage({
  counted,
  names,
  path,
  query,
  groups,
}: PageProps): Promise<{ readonly html: JSX.Element }> {
  const [{ questions: all } = { questions: [] }] = counted;
  const since = counted.map(({ counted_at: at }) => at).sort()[0] ?? null;
  const begin = query.only === undefined ? (query.first ?? 1) - 1 : 0;
  const selected = all.filter((one) => query.only === undefined || questionName(one) === query.only);
  const turns = openTurns();
  const parts: string[] = [];
  let [characters, next] = [0, begin];
  for (const question of selected.slice(begin, begin + maxQuestions)) {
    if (turns.isOver()) await turns.next();
    const name = questionName(question);
    const alone = { first: null, only: name } as const;
    const part = asText(
      <Question
        questions={counted.flatMap(({ questions }) => questions.filter((one) => questionName(one) === name))}
        names={names}
        maxRows={query.only === undefined ? usualRows : rowsAlone}
        addressOf={(group, of) => {
          const selection = groups[group]?.selection;
          return selection && submissionsCounted(selection, question, of);
        }}
        links={{
          alone: addressWith(path, query, alone),
          image: addressWith(`${path}/chart.svg`, query, { ...alone, counted_since: since }),
        }}
      />,
    );
    if (parts.length > 0 && characters + part.length > maxCharacters) break;
    parts.push(part);
    characters += part.length;
    next++;
  }
  const others = asText(
    <Others path={path} query={query} begin={begin} next={next} total={selected.length} />,
  );
  return { html: [...parts, others].join('') };
}

interface OthersProps {
  readonly path: string;
  readonly query: AnswersPageQuery;
  readonly begin: number;
  readonly next: number;
  readonly total: number;
}

/** The ways to the questions that are not on this page. */
const Others = ({ path, query, begin, next, total }: OthersProps) => {
  if (query.only !== undefined)
    return (
      <nav class="pages" aria-label="Questions">
        <a href={attributeText(addressWith(path, query, { only: null }))}>All questions</a>
      </nav>
    );
  if (begin === 0 && next >= total) return <></>;
  return (
    <nav class="pages" aria-label="Questions">
      <span safe>{`Questions ${begin + 1} to ${next} of ${total}`}</span>
      {begin > 0 && <a href={attributeText(addressWith(path, query, { first: null }))}>First questions</a>}
      {next < total && (
        <a href={attributeText(addressWith(path, query, { first: next + 1 }))} rel="next">
          Next questions
        </a>
      )}
    </nav>
  );
};
