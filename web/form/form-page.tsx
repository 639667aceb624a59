import type { FieldDefinition } from '../../domain/form/field.ts';
import type { Problem } from '../../domain/errors.ts';
import type { ExistingForm } from '../../domain/form/decider.ts';
import { Document } from '../parts/document.tsx';
import { FieldControl } from './field-control.tsx';
import { idOf } from './control-props.ts';
import { isShown, type Typed } from './typed.ts';

/** Fields that are not part of any form: keys of fields have no capital letters. */
export const tokenField = 'formToken';
/** A field that people do not see. Programs that fill in everything fill it in. */
export const trapField = 'homePage';

interface FormPageProps {
  readonly form: ExistingForm;
  readonly token: string;
  readonly typed: Typed;
  readonly problems: readonly Problem[];
  /** A sentence above the form, such as the reason why it could not be sent. */
  readonly notice: string | null;
}

const problemsOf = (problems: readonly Problem[], { key }: FieldDefinition): readonly string[] => [
  ...new Set(problems.filter(({ field }) => field === key).map(({ message }) => message)),
];

const Summary = ({ form, problems }: Pick<FormPageProps, 'form' | 'problems'>) => (
  <div class="problem" role="alert" id="summary" tabindex="-1">
    <p>Please look at these answers again:</p>
    <ul>
      {form.fields
        .filter((field) => problems.some((problem) => problem.field === field.key))
        .map((field) => (
          <li>
            <a href={`#${idOf(field)}`} safe>
              {field.label}
            </a>
            : <span safe>{problemsOf(problems, field).join(' ')}</span>
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

/** A form to fill in. */
export const FormPage = ({ form, token, typed, problems, notice }: FormPageProps) => (
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
      {problems.length > 0 && <Summary form={form} problems={problems} />}
      <form method="post" action={`/f/${form.formId}`} novalidate data-form>
        <input type="hidden" name={tokenField} value={token} />
        <Trap />
        {form.fields.filter(isShown).map((field) => (
          <FieldControl field={field} typed={typed} problems={problemsOf(problems, field)} />
        ))}
        <button type="submit">Send</button>
      </form>
    </main>
  </Document>
);

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
  /** Everything that was sent. */
  readonly sent: Typed;
  readonly text: string;
}

/** Keeps what was typed while the form itself cannot be read. */
export const RetryPage = ({ action, sent, text }: RetryPageProps) => (
  <Document title="Just a moment" class="form" scripts={['form.js']}>
    <main>
      <h1>Just a moment</h1>
      <p role="alert" safe>
        {text}
      </p>
      <form method="post" action={action} data-form>
        {Object.entries(sent).flatMap(([name, values]) =>
          values.map((value) => <input type="hidden" name={name} value={value} />),
        )}
        <button type="submit">Send again</button>
      </form>
    </main>
  </Document>
);
