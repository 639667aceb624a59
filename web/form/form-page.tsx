import { randomUUID } from 'node:crypto';
import type { Problem } from '../../domain/errors.ts';
import type { ExistingForm } from '../../domain/form/decider.ts';
import { Document } from '../parts/document.tsx';
import { asText } from '../parts/send-html.ts';
import { idOf } from './control-props.ts';
import { tokenField, trapField } from './typed.ts';

/** The problems of each field in sentences, by its key. */
export type ProblemsByField = ReadonlyMap<string, readonly string[]>;

export function problemsByField(problems: readonly Problem[]): ProblemsByField {
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
}

const Summary = ({ form, problems }: Pick<FrameProps, 'form' | 'problems'>) => (
  <div class="problem" role="alert" id="summary" tabindex="-1">
    <p>Please look at these answers again:</p>
    <ul>
      {form.fields
        .filter(({ key }) => problems.has(key))
        .map((field) => (
          <li>
            <a href={`#${idOf(field)}`} safe>
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

const Frame = ({ form, problems, notice }: FrameProps) => (
  <Document title={form.title} class="form" scripts={['form.js']}>
    <main>
      <h1 safe>{form.title}</h1>
      {form.description !== '' && (
        <p class="description" safe>
          {form.description}
        </p>
      )}
      {notice !== null && (
        <p class="problem" role="alert" safe>
          {notice}
        </p>
      )}
      {problems.size > 0 && <Summary form={form} problems={problems} />}
      <form method="post" action={`/f/${form.formId}`} novalidate data-form>
        <input type="hidden" name={tokenField} value={tokenPlace} />
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

interface NoticePageProps {
  readonly title: string;
  readonly text: string;
}

/** A page of a form that asks nothing. */
export const NoticePage = ({ title, text }: NoticePageProps) => (
  <Document title={title} class="form" scripts={['form.js']}>
    <main>
      <h1 safe>{title}</h1>
      <p safe>{text}</p>
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
