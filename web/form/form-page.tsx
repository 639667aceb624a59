import { randomUUID } from 'node:crypto';
import type { Problem } from '../../domain/errors.ts';
import type { ExistingForm } from '../../domain/form/decider.ts';
import { Document } from '../parts/document.tsx';
import { asText } from '../parts/send-html.ts';
import { inUtc } from '../parts/time.tsx';
import type { KeptAnswer } from './answer-in-words.ts';
import { idOf } from './control-props.ts';
import { keptLabels, keptTexts, tokenField, trapField } from './typed.ts';

/** A sentence about a field, by its key. */
export type FieldProblem = Pick<Problem, 'field' | 'message'>;

/** The problems of each field in sentences, by its key. */
export type ProblemsByField = ReadonlyMap<string, readonly string[]>;

export function problemsByField(problems: readonly FieldProblem[]): ProblemsByField {
  const byField = new Map<string, Set<string>>();
  for (const { field = '', message } of problems)
    byField.set(field, (byField.get(field) ?? new Set()).add(message));
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
const Kept = ({ answers }: { readonly answers: readonly KeptAnswer[] }) => (
  <section class="kept" aria-labelledby="kept">
    <h2 id="kept">What you answered before</h2>
    <p>The form does not take these answers. Copy what you still need.</p>
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

const Summary = ({ form, problems }: Pick<FrameProps, 'form' | 'problems'>) => (
  <div class="problem" role="alert" id="summary" tabindex="-1">
    <p>Please look at these answers again:</p>
    <ul>
      {form.fields
        .filter(({ key }) => problems.has(key))
        .map((field) => (
          <li>
            <a href={`#${idOf(field)}`} dir="auto" safe>
              {field.label}
            </a>
            : <span safe>{problems.get(field.key)?.join(' ') ?? ''}</span>
          </li>
        ))}
    </ul>
  </div>
);

const Trap = () => (
  <div class="trap" aria-hidden="true">
    <label for="trap">Leave this empty</label>
    <input type="text" id="trap" name={trapField} tabindex="-1" autocomplete="off" />
  </div>
);

/** Texts that no form has: the places of what is inserted into a page's frame. */
const [tokenPlace, fieldsPlace] = [randomUUID(), randomUUID()];

const Frame = ({ form, problems, notice, kept }: FrameProps) => (
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
        <p class="problem" role="alert" safe>
          {notice}
        </p>
      )}
      {kept.length > 0 && <Kept answers={kept} />}
      {problems.size > 0 && <Summary form={form} problems={problems} />}
      <form method="post" action={`/f/${form.formId}`} novalidate data-form>
        <input type="hidden" name={tokenField} value={tokenPlace} />
        {kept.map(({ label, text }) => (
          <>
            <input type="hidden" name={keptLabels} value={label} />
            <input type="hidden" name={keptTexts} value={text} />
          </>
        ))}
        <Trap />
        <i>{fieldsPlace}</i>
        <button type="submit">Send</button>
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
  const [beforeToken = '', rest = ''] = asText(<Frame {...props} />).split(tokenPlace);
  const [beforeFields = '', afterFields = ''] = rest.split(`<i>${fieldsPlace}</i>`);
  return { beforeToken, beforeFields, afterFields };
}

/** @param resetsAt the time from which on the form takes answers again, ISO 8601 */
export const isFullUntil = (resetsAt: string): string =>
  `This form has received all the answers it can take this month. It takes answers again from ${inUtc(resetsAt)} on.`;

interface NoticePageProps {
  readonly title: string;
  /** The language of the form. */
  readonly lang?: string | undefined;
  readonly text: string;
  /** Answers that the form does not take. */
  readonly kept?: readonly KeptAnswer[];
}

/** A page of a form that asks nothing. */
export const NoticePage = ({ title, lang, text, kept = [] }: NoticePageProps) => (
  <Document title={title} lang={lang} class="form" scripts={['form.js']}>
    <main>
      <h1 dir="auto" safe>
        {title}
      </h1>
      <p safe>{text}</p>
      {kept.length > 0 && <Kept answers={kept} />}
    </main>
  </Document>
);

interface RetryPageProps {
  readonly action: string;
  /** The hidden controls with the texts to keep. */
  readonly inputs: JSX.Element;
  readonly text: string;
}

/** Keeps what was typed while the form itself cannot be read. */
export const RetryPage = ({ action, inputs, text }: RetryPageProps) => (
  <Document title="Just a moment" class="form" scripts={['form.js']}>
    <main>
      <h1>Just a moment</h1>
      <p role="alert" safe>
        {text}
      </p>
      <form method="post" action={action} data-form>
        {inputs}
        <button type="submit">Send again</button>
      </form>
    </main>
  </Document>
);
