import type { ExistingForm } from '../../../domain/form/decider.ts';
import { defaultResponses } from '../../../domain/form/responses.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { openLongTexts } from '../../parts/long-texts.ts';
import { renderInTurns } from '../../parts/render-in-turns.ts';
import type { KeptAnswer } from '../format-answer.ts';
import { AnswerItem } from '../kept-answers.tsx';
import { FormDocument } from '../look/form-document.tsx';
import { lookOf } from '../look/present-look.ts';
import { textsIn } from '../texts.ts';

interface ThanksPageProps {
  readonly form: ExistingForm;
  /** What was sent, where the form shows it. */
  readonly answers: readonly KeptAnswer[];
  /** The address that corrects what was sent; null for none. */
  readonly correction: string | null;
  /** Whether another site shows the page in a frame, in which the next page is not opened. */
  readonly isFramed: boolean;
}

/** Renders the page after the sending: with the thanks of the form, what was sent, and the way on. */
export async function renderThanks({ form, answers, correction, isFramed }: ThanksPageProps) {
  const { title, language, responses = defaultResponses } = form;
  const { text, redirectTo } = responses.thanks;
  const texts = textsIn(language);
  const longTexts = openLongTexts();
  const safeAnswers = await renderInTurns(
    answers,
    (answer) => <AnswerItem answer={answer} longTexts={longTexts} />,
    longTexts,
  );
  // Where there is something to read, people go on by themselves.
  const isImmediate = redirectTo !== null && text === null && answers.length === 0 && !isFramed;
  return (
    <FormDocument
      title={title}
      lang={language}
      look={lookOf(form)}
      {...(isImmediate && { continuesTo: redirectTo })}
    >
      <h1 dir="auto" safe>
        {title}
      </h1>
      {text === null ? (
        <p {...texts.attributes} safe>
          {texts.say('thanks')}
        </p>
      ) : (
        <p class="description" dir="auto" safe>
          {text}
        </p>
      )}
      {redirectTo !== null && (
        <p {...texts.attributes}>
          <a href={attributeText(redirectTo)} target="_top" safe>
            {texts.say('goOn', { host: new URL(redirectTo).host })}
          </a>
        </p>
      )}
      {answers.length > 0 && (
        <section class="kept" aria-labelledby="sent">
          <h2 id="sent" {...texts.attributes} safe>
            {texts.say('sentAnswers')}
          </h2>
          <dl>{safeAnswers}</dl>
        </section>
      )}
      {correction !== null && (
        <p {...texts.attributes}>
          <a href={correction} safe>
            {texts.say('changeAnswers')}
          </a>
        </p>
      )}
    </FormDocument>
  );
}
