import type { Children } from '@kitajs/html';
import type { FieldDefinition } from '../../domain/form/field.ts';
import type { FormLocale } from '../../domain/form/locale.ts';
import { ChoiceControl } from './choice-controls.tsx';
import { type ControlProps, type Described, idOf } from './control-props.ts';
import type { EnteredTexts } from './entered-texts.ts';
import { FileControl } from './file-control.tsx';
import { limitsInWords } from './limits-in-words.ts';
import { PartsControl } from './part-controls.tsx';
import { PaymentControl } from './payment-control.tsx';
import { Readings } from './readings.tsx';
import { TextControl } from './text-controls.tsx';
import { type Texts, textsIn } from './texts.ts';

const Label = ({ field, texts }: { readonly field: FieldDefinition; readonly texts: Texts }) => (
  <>
    <span class="question" dir="auto" safe>
      {field.label}
    </span>
    {field.required && (
      <span class="required" title={texts.say('required')}>
        {' *'}
      </span>
    )}
  </>
);

interface FieldProps {
  readonly field: FieldDefinition;
  readonly typed: EnteredTexts;
  /** The language and the time zone of the form. */
  readonly locale: FormLocale;
  /** The problems of the answer, in sentences. */
  readonly problems: readonly string[];
  /** Where the page uploads files; null where nothing is uploaded, as in a preview. */
  readonly uploadsTo?: string | null;
}

/** The help of a question, and the limits of its answer. */
const Help = ({ field, texts }: Pick<ProblemProps, 'field' | 'texts'>) => {
  const limits = limitsInWords(field, texts);
  return (
    <>
      {field.help_text !== undefined && (
        <small id={`${idOf(field)}-help`} dir="auto" safe>
          {field.help_text}
        </small>
      )}
      {limits !== '' && (
        <small id={`${idOf(field)}-limits`} {...texts.attributes} safe>
          {limits}
        </small>
      )}
    </>
  );
};

interface ProblemProps extends Pick<FieldProps, 'field' | 'problems'> {
  readonly texts: Texts;
}

const Problem = ({ field, problems, texts }: ProblemProps) =>
  problems.length === 0 ? (
    <></>
  ) : (
    <small id={`${idOf(field)}-problem`} class="fault" {...texts.attributes} safe>
      {texts.joined(problems)}
    </small>
  );

function describedBy({ field, problems, texts }: ProblemProps): Described {
  const ids = [
    ...(field.help_text === undefined ? [] : [`${idOf(field)}-help`]),
    ...(limitsInWords(field, texts) === '' ? [] : [`${idOf(field)}-limits`]),
    ...(problems.length === 0 ? [] : [`${idOf(field)}-problem`]),
  ];
  return {
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
    ...(problems.length > 0 && { 'aria-invalid': 'true' }),
  };
}

/** A group of controls that answer one question together. */
const Group = ({ field, problems, texts, children }: ProblemProps & { children?: Children }) => {
  const { 'aria-describedby': by } = describedBy({ field, problems, texts });
  return (
    <fieldset
      id={idOf(field)}
      class="field"
      tabindex="-1"
      {...(by !== undefined && { 'aria-describedby': by })}
    >
      <legend>
        <Label field={field} texts={texts} />
      </legend>
      <Help field={field} texts={texts} />
      <Problem field={field} problems={problems} texts={texts} />
      {children}
    </fieldset>
  );
};

/** The box of a consent, with its question as the label. */
const ConsentControl = ({ field, typed, described, problems, texts }: ControlProps & ProblemProps) => (
  <div class="field">
    <label class="check">
      <input
        type="checkbox"
        id={idOf(field)}
        name={field.key}
        value="yes"
        checked={typed[field.key]?.[0] === 'yes'}
        required={field.required}
        {...described}
      />
      <Label field={field} texts={texts} />
    </label>
    <Help field={field} texts={texts} />
    <Problem field={field} problems={problems} texts={texts} />
  </div>
);

/** A field as people see it: its question, its help, its problem and its controls. */
export function FieldControl({ field, typed, locale, problems, uploadsTo = null }: FieldProps): JSX.Element {
  const { kind } = field;
  const texts = textsIn(locale.language);
  const props = { field, typed, described: describedBy({ field, problems, texts }), texts };
  switch (kind) {
    case 'statement':
      return (
        <p class="statement" dir="auto" safe>
          {field.label}
        </p>
      );
    case 'consent':
      return <ConsentControl {...props} problems={problems} />;
    case 'rating':
    case 'scale':
    case 'nps':
    case 'yes_no':
    case 'single_choice':
    case 'multiple_choice':
    case 'ranking':
    case 'matrix':
      return (
        <Group field={field} problems={problems} texts={texts}>
          <ChoiceControl {...props} kind={kind} />
          <Readings {...props} locale={locale} />
        </Group>
      );
    case 'file':
      return (
        <Group field={field} problems={problems} texts={texts}>
          <FileControl {...props} upload={uploadsTo} />
        </Group>
      );
    case 'address':
    case 'full_name':
      return (
        <Group field={field} problems={problems} texts={texts}>
          <PartsControl {...props} />
        </Group>
      );
    case 'payment':
      return (
        <Group field={field} problems={problems} texts={texts}>
          <PaymentControl {...props} />
          <Readings {...props} locale={locale} />
        </Group>
      );
    case 'short_text':
    case 'long_text':
    case 'email':
    case 'phone':
    case 'url':
    case 'number':
    case 'dropdown':
    case 'date':
    case 'time':
    case 'datetime':
    case 'hidden':
      return (
        <div class="field">
          <label for={idOf(field)}>
            <Label field={field} texts={texts} />
          </label>
          <Help field={field} texts={texts} />
          <TextControl {...props} kind={kind} locale={locale} />
          <Readings {...props} locale={locale} />
          <Problem field={field} problems={problems} texts={texts} />
        </div>
      );
    default:
      return kind satisfies never;
  }
}
