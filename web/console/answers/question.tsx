import { kindNames } from '../../../domain/form/kind-names.ts';
import type { QuestionFigures } from '../../../domain/submission/tally/figures.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { inUtc } from '../../parts/time.tsx';
import type { Fact } from './chart.ts';
import { Chart } from './charts.tsx';
import type { AddressOf } from './counted-link.tsx';
import { answeredText, questionCharts } from './question-charts.ts';

interface QuestionProps {
  /** The question in each group. */
  readonly questions: readonly QuestionFigures[];
  readonly names: readonly string[];
  readonly maxRows: number;
  readonly addressOf: AddressOf;
  /** The addresses of the question alone, and of its charts as an image. */
  readonly links: { readonly alone: string; readonly image: string };
}

const Facts = ({ facts, names }: { readonly facts: readonly Fact[]; readonly names: readonly string[] }) => (
  <dl class="figures-in-words">
    {facts.map(({ label, values }) => (
      <div>
        <dt safe>{label}</dt>
        {values.map((value, group) => (
          <dd>
            <strong safe>{value}</strong>
            {names.length > 1 && <small safe>{` ${names[group] ?? ''}`}</small>}
          </dd>
        ))}
      </div>
    ))}
  </dl>
);

const Latest = ({ questions, names }: Pick<QuestionProps, 'questions' | 'names'>) => (
  <>
    {questions.map(({ figures }, group) =>
      figures.type !== 'words' || figures.latest.length === 0 ? (
        <></>
      ) : (
        <details class="latest">
          <summary safe>{['Latest texts', ...names.slice(1).map(() => names[group])].join(': ')}</summary>
          <ul>
            {figures.latest.map(({ id, at, text }) => (
              <li>
                <blockquote safe>{text}</blockquote>
                <a href={`/console/submissions/${id}`} safe>
                  {inUtc(at)}
                </a>
              </li>
            ))}
          </ul>
        </details>
      ),
    )}
  </>
);

/** What is said of a question that has no chart. */
const emptyText = ({ figures, answered }: QuestionFigures): string =>
  figures.type === 'answered'
    ? 'These answers say who a person is. Only how many there are is counted.'
    : answered === 0
      ? 'There are no answers.'
      : 'No word stands out.';

/** A question with its figures and charts. */
export const Question = ({ questions, names, maxRows, links, addressOf }: QuestionProps) => {
  const [first] = questions;
  if (!first) return <></>;
  const { facts, charts } = questionCharts(questions, names, maxRows);
  const isCut = charts.some(({ chart }) => chart.type === 'bars' && chart.omitted > 0);
  return (
    <section class="sheet question">
      <div class="heading">
        <h2 safe>{first.label}</h2>
        {charts.length > 0 && (
          <div class="image-links">
            <a href={attributeText(links.image)} download="">
              SVG<span class="hidden" safe>{` of ${first.label}`}</span>
            </a>
            <button type="button" class="plain" data-png={attributeText(links.image)} hidden>
              PNG<span class="hidden" safe>{` of ${first.label}`}</span>
            </button>
          </div>
        )}
      </div>
      <p class="small quiet">
        <span safe>{kindNames[first.kind]}</span>
        {first.removed && <span>, no longer asked</span>}
        {questions.map((question, group) => (
          <>
            {' · '}
            <span
              safe
            >{`${names.length > 1 ? `${names[group] ?? ''}: ` : ''}${answeredText(question)}`}</span>
          </>
        ))}
      </p>
      {facts.length > 0 && <Facts facts={facts} names={names} />}
      {charts.map((chart) => (
        <Chart of={chart} title={first.label} names={names} addressOf={addressOf} />
      ))}
      {charts.length === 0 && <p safe>{emptyText(first)}</p>}
      {questions.some(({ capped }) => capped) && (
        <p class="small quiet">There were too many different words or values to count all of them.</p>
      )}
      {isCut && (
        <p class="small">
          <a href={attributeText(links.alone)} safe>{`See all of ${first.label}`}</a>
        </p>
      )}
      <Latest questions={questions} names={names} />
    </section>
  );
};
