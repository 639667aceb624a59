import { attributeText } from '../parts/attribute-text.ts';
import type { LongTexts } from '../parts/long-texts.ts';
import { renderInTurns } from '../parts/render-in-turns.ts';
import { keptLabels, keptTexts } from './entered-texts.ts';
import type { KeptAnswer } from './format-answer.ts';
import type { Texts } from './texts.ts';

interface AnswerItemProps {
  readonly answer: KeptAnswer;
  readonly longTexts: LongTexts;
}

/** A question with its answer, in a list of them. */
export const AnswerItem = ({ answer: { label, text }, longTexts }: AnswerItemProps) => (
  <>
    <dt dir="auto" safe>
      {longTexts.shortened(label)}
    </dt>
    <dd dir="auto" safe>
      {longTexts.shortened(text)}
    </dd>
  </>
);

/** Renders answers that have no question on the page any more, to be copied. There may be thousands. */
export async function renderKept(
  answers: readonly KeptAnswer[],
  texts: Texts,
  longTexts: LongTexts,
): Promise<JSX.Element> {
  if (answers.length === 0) return '';
  const safeItems = await renderInTurns(
    answers,
    (answer) => <AnswerItem answer={answer} longTexts={longTexts} />,
    longTexts,
  );
  return (
    <section class="kept" aria-labelledby="kept">
      <h2 id="kept" {...texts.attributes} safe>
        {texts.say('keptTitle')}
      </h2>
      <p {...texts.attributes} safe>
        {texts.say('kept')}
      </p>
      <dl>{safeItems}</dl>
    </section>
  );
}

/** Renders the hidden controls with which the page sends these answers again. */
export const renderKeptInputs = (answers: readonly KeptAnswer[], longTexts: LongTexts): Promise<string[]> =>
  renderInTurns(
    answers,
    ({ label, text }) => (
      <>
        <input type="hidden" name={keptLabels} value={attributeText(longTexts.shortened(label))} />
        <input type="hidden" name={keptTexts} value={attributeText(longTexts.shortened(text))} />
      </>
    ),
    longTexts,
  );
