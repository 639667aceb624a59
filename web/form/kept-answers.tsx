import type { KeptAnswer } from './format-answer.ts';
import type { Texts } from './texts.ts';

/** Answers that have no question on the page any more, to be copied. */
export const KeptAnswers = ({
  answers,
  texts,
}: {
  readonly answers: readonly KeptAnswer[];
  readonly texts: Texts;
}) => (
  <section class="kept" aria-labelledby="kept">
    <h2 id="kept" {...texts.attributes} safe>
      {texts.say('keptTitle')}
    </h2>
    <p {...texts.attributes} safe>
      {texts.say('kept')}
    </p>
    <dl>
      {answers.map(({ label, text }) => (
        <>
          <dt dir="auto" safe>
            {label}
          </dt>
          <dd dir="auto" safe>
            {text}
          </dd>
        </>
      ))}
    </dl>
  </section>
);
