import { randomUUID } from 'node:crypto';
import type { Problem } from '../../domain/errors.ts';
import type { ExistingForm } from '../../domain/form/decider.ts';
import { defaultTimeZone } from '../../domain/form/locale.ts';
import type { wording } from '../../domain/wording.ts';
import { Document } from '../parts/document.tsx';
import { asText } from '../parts/send-html.ts';
import type { KeptAnswer } from './answer-in-words.ts';
import { idOf } from './control-props.ts';
import { type Texts, textsIn } from './texts.ts';
import { keptLabels, keptTexts, tokenField, trapField } from './typed.ts';

/** A sentence about a field, by its key. */
export type FieldProblem = Pick<Problem, 'field' | 'message' | typeof wording>;

/** The problems of each field in sentences, by its key. */
export type ProblemsByField = ReadonlyMap<string, readonly string[]>;

export function problemsByField(problems: readonly FieldProblem[], texts: Texts): ProblemsByField {
  const byField = new Map<string, Set<string>>();
  for (const problem of problems) {
    const { field = '' } = problem;
    byField.set(field, (byField.get(field) ?? new Set()).add(texts.problem(problem)));
  }
  return new Map([...byField].map(([key, messages]) => [key, [...messages]]));
}

interface FrameProps {
  readonly form: ExistingForm;
  readonly problems: ProblemsByField;
  /** A sentence above the form, such as the reason why it could not be sent. */
  readonly notice: string | null;
  /** Answers without a question on the page. */
  readonly kept: readonly KeptAnswer[];
}

/** Answers that have no question on the page any more, to be copied. */
const Kept = ({ answers, texts }: { readonly answers: readonly KeptAnswer[]; readonly texts: Texts }) => (
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

const Summary = ({ form, problems, texts }: Pick<FrameProps, 'form' | 'problems'> & { texts: Texts }) => (
  <div class="problem" role="alert" id="summary" tabindex="-1">
    <p {...texts.attributes} safe>
      {texts.say('summary')}
    </p>
    <ul>
      {form.fields
        .filter(({ key }) => problems.has(key))
        .map((field) => (
          <li>
            <a href={`#${idOf(field)}`} dir="auto" safe>
              {field.label}
            </a>
            <span safe>{texts.say('colon')}</span>
            <span {...texts.attributes} safe>
              {texts.joined(problems.get(field.key) ?? [])}
            </span>
          </li>
        ))}
    </ul>
  </div>
);

const Trap = ({ texts }: { readonly texts: Texts }) => (
  <div class="trap" aria-hidden="true">
    <label for="trap" {...texts.attributes} safe>
      {texts.say('trap')}
    </label>
    <input type="text" id="trap" name={trapField} tabindex="-1" autocomplete="off" />
  </div>
);

/** Texts that no form has: the places of what is inserted into a page's frame. */
const [tokenPlace, fieldsPlace] = [randomUUID(), randomUUID()];

const Frame = ({ form, problems, notice, kept, texts }: FrameProps & { texts: Texts }) => (
  <Document title={form.title} lang={form.language} class="form" scripts={['form.js']}>
    <main>
      <h1 dir="auto" safe>
        {form.title}
      </h1>
      {form.description !== '' && (
        <p class="description" dir="auto" safe>
          {form.description}
        </p>
      )}
      {notice !== null && (
        <p class="problem" role="alert" {...texts.attributes} safe>
          {notice}
        </p>
      )}
      {kept.length > 0 && <Kept answers={kept} texts={texts} />}
      {problems.size > 0 && <Summary form={form} problems={problems} texts={texts} />}
      <form method="post" action={`/f/${form.formId}`} novalidate data-form>
        <input type="hidden" name={tokenField} value={tokenPlace} />
        {kept.map(({ label, text }) => (
          <>
            <input type="hidden" name={keptLabels} value={label} />
            <input type="hidden" name={keptTexts} value={text} />
          </>
        ))}
        <Trap texts={texts} />
        <i>{fieldsPlace}</i>
        <button type="submit" {...texts.attributes} safe>
          {texts.say('send')}
        </button>
      </form>
    </main>
  </Document>
);

/** The page around the fields of a form. */
export interface FormFrame {
  readonly beforeToken: string;
  readonly beforeFields: string;
  readonly afterFields: string;
}

/** Renders the page of a form around its token and its fields. */
export function formFrame(props: FrameProps): FormFrame {
  const [beforeToken = '', rest = ''] = asText(
    <Frame {...props} texts={textsIn(props.form.language)} />,
  ).split(tokenPlace);
  const [beforeFields = '', afterFields = ''] = rest.split(`<i>${fieldsPlace}</i>`);
  return { beforeToken, beforeFields, afterFields };
}

/** @param resetsAt the time from which on the form takes answers again, ISO 8601 */
export function isFullUntil({ language, timeZone }: ExistingForm, resetsAt: string): string {
  const texts = textsIn(language);
  return texts.say('full', { moment: texts.moment(resetsAt, timeZone ?? defaultTimeZone) });
}

interface NoticePageProps {
  /** The title of the form; null if it is not to be shown. */
  readonly title: string | null;
  /** The language of the form. */
  readonly lang: string | undefined;
  readonly text: string;
  /** Answers that the form does not take. */
  readonly kept?: readonly KeptAnswer[];
}

/** A page of a form that asks nothing. */
export function NoticePage({ title, lang, text, kept = [] }: NoticePageProps): JSX.Element {
  const texts = textsIn(lang);
  const shownTitle = title ?? texts.say('unavailableTitle');
  return (
    <Document title={shownTitle} lang={lang} class="form" scripts={['form.js']}>
      <main>
        <h1 dir="auto" {...(title === null && texts.attributes)} safe>
          {shownTitle}
        </h1>
        <p {...texts.attributes} safe>
          {text}
        </p>
        {kept.length > 0 && <Kept answers={kept} texts={texts} />}
      </main>
    </Document>
  );
}

interface RetryPageProps {
  readonly action: string;
  /** The hidden controls with the texts to keep. */
  readonly inputs: JSX.Element;
  /** The language of the form. */
  readonly lang: string | undefined;
  readonly text: string;
}

/** Keeps what was typed while the form itself cannot be read. */
export function RetryPage({ action, inputs, lang, text }: RetryPageProps): JSX.Element {
  const texts = textsIn(lang);
  const safeInputs = inputs;
  return (
    <Document title={texts.say('retryTitle')} lang={lang} class="form" scripts={['form.js']}>
      <main>
        <h1 {...texts.attributes} safe>
          {texts.say('retryTitle')}
        </h1>
        <p role="alert" {...texts.attributes} safe>
          {text}
        </p>
        <form method="post" action={action} data-form>
          {safeInputs}
          <button type="submit" {...texts.attributes} safe>
            {texts.say('sendAgain')}
          </button>
        </form>
      </main>
    </Document>
  );
}
