import type { Children } from '@kitajs/html';
import type { FieldDefinition } from '../../domain/form/field.ts';
import type { FormLocale } from '../../domain/form/locale.ts';
import { ChoiceControl, isChoice } from './choice-controls.tsx';
import { type Described, idOf } from './control-props.ts';
import { hasParts, PartsControl } from './part-controls.tsx';
import { Readings } from './readings.tsx';
import { TextControl } from './text-controls.tsx';
import { type Texts, textsIn } from './texts.ts';
import type { Typed } from './typed.ts';

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
  readonly typed: Typed;
  /** The language and the time zone of the form. */
  readonly locale: FormLocale;
  /** The problems of the answer, in sentences. */
  readonly problems: readonly string[];
}

const Help = ({ field }: { readonly field: FieldDefinition }) =>
  field.help_text === undefined ? (
    <></>
  ) : (
    <small id={`${idOf(field)}-help`} dir="auto" safe>
      {field.help_text}
    </small>
  );

interface Told extends Pick<FieldProps, 'field' | 'problems'> {
  readonly texts: Texts;
}

const Problem = ({ field, problems, texts }: Told) =>
  problems.length === 0 ? (
    <></>
  ) : (
    <small id={`${idOf(field)}-problem`} class="fault" {...texts.attributes} safe>
      {texts.joined(problems)}
    </small>
  );

function describedBy({ field, problems }: Pick<FieldProps, 'field' | 'problems'>): Described {
  const ids = [
    ...(field.help_text === undefined ? [] : [`${idOf(field)}-help`]),
    ...(problems.length === 0 ? [] : [`${idOf(field)}-problem`]),
  ];
  return {
    ...(ids.length > 0 && { 'aria-describedby': ids.join(' ') }),
    ...(problems.length > 0 && { 'aria-invalid': 'true' }),
  };
}

/** A group of controls that answer one question together. */
const Group = ({ field, problems, texts, children }: Told & { children?: Children }) => {
  const { 'aria-describedby': by } = describedBy({ field, problems });
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
      <Help field={field} />
      <Problem field={field} problems={problems} texts={texts} />
      {children}
    </fieldset>
  );
};

/** A field as people see it: its question, its help, its problem and its controls. */
export function FieldControl({ field, typed, locale, problems }: FieldProps): JSX.Element {
  const described = describedBy({ field, problems });
  const texts = textsIn(locale.language);
  const props = { field, typed, described, texts };
  if (field.kind === 'statement')
    return (
      <p class="statement" dir="auto" safe>
        {field.label}
      </p>
    );
  if (isChoice(field) || hasParts(field)) {
    const Control = isChoice(field) ? ChoiceControl : PartsControl;
    return (
      <Group field={field} problems={problems} texts={texts}>
        <Control {...props} />
        <Readings {...props} locale={locale} />
      </Group>
    );
  }
  if (field.kind === 'consent')
    return (
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
        <Help field={field} />
        <Problem field={field} problems={problems} texts={texts} />
      </div>
    );
  return (
    <div class="field">
      <label for={idOf(field)}>
        <Label field={field} texts={texts} />
      </label>
      <Help field={field} />
      <TextControl {...props} locale={locale} />
      <Readings {...props} locale={locale} />
      <Problem field={field} problems={problems} texts={texts} />
    </div>
  );
}
