import type { FieldDefinition, FieldKind } from '../../domain/form/field.ts';
import { lengthsOf } from '../../domain/form/kind-rules.ts';
import { defaultTimeZone, type FormLocale } from '../../domain/form/locale.ts';
import { attributeText } from '../parts/attribute-text.ts';
import { textareaText } from '../parts/textarea-text.ts';
import { type ControlProps, idOf } from './control-props.ts';
import { textOf } from './entered-texts.ts';

/** How browsers let people type an answer and fill it in, and the direction of texts that have the same in every language. */
interface InputType {
  readonly type: string;
  readonly autocomplete?: string;
  readonly inputmode?: string;
  readonly autocapitalize?: string;
  readonly dir?: 'ltr';
}

const plain: InputType = { type: 'text' };

/** The input of each kind that is answered by one text. */
const inputs = {
  short_text: plain,
  long_text: plain,
  dropdown: plain,
  hidden: plain,
  // The type `email` would send another address: browsers rewrite domains with letters beyond ASCII.
  email: { type: 'text', inputmode: 'email', autocomplete: 'email', autocapitalize: 'none', dir: 'ltr' },
  phone: { type: 'tel', autocomplete: 'tel', dir: 'ltr' },
  url: { type: 'url', autocomplete: 'url', dir: 'ltr' },
  number: { type: 'text', inputmode: 'decimal', dir: 'ltr' },
  date: { type: 'date' },
  time: { type: 'time' },
  datetime: { type: 'datetime-local' },
} satisfies Partial<Record<FieldKind, InputType>>;

type TextKind = keyof typeof inputs;

/** Whether answers are words, in whatever script. */
const isProse = (kind: FieldKind): boolean => kind === 'short_text' || kind === 'long_text';

/**
 * The most characters, which a script counts. `maxlength` would count UTF-16, in which an emoji has two units and more, and cut off
 * what is pasted.
 */
const lengths = (field: FieldDefinition): { readonly 'data-max'?: string } => {
  const { max } = lengthsOf(field.kind, field.validation);
  return max > 0 ? { 'data-max': String(max) } : {};
};

/** The properties of a control whose texts depend on the language or the time zone of the form. */
interface LocalProps extends ControlProps {
  readonly locale: FormLocale;
}

const TimeZone = ({ texts, locale }: Pick<LocalProps, 'texts' | 'locale'>) => (
  <small {...texts.attributes} safe>
    {texts.say('timeIn', { zone: locale.timeZone ?? defaultTimeZone })}
  </small>
);

const Dropdown = ({ field, typed, described, texts }: ControlProps) => (
  <select id={idOf(field)} name={field.key} required={field.required} {...described}>
    <option value="" {...(field.placeholder === undefined && texts.attributes)} safe>
      {field.placeholder ?? texts.say('choose')}
    </option>
    {field.options?.map(({ value, label }) => (
      <option value={attributeText(value)} selected={value === textOf(typed, field.key)} safe>
        {label}
      </option>
    ))}
  </select>
);

/** The control of a field that is answered by one text. */
export function TextControl(props: LocalProps & { readonly kind: TextKind }): JSX.Element {
  const { field, kind, typed, described, texts, locale } = props;
  const { key, required, placeholder } = field;
  const shared = {
    id: idOf(field),
    name: key,
    required,
    ...described,
    ...lengths(field),
    ...(placeholder !== undefined && { placeholder: attributeText(placeholder) }),
    ...(isProse(kind) && { dir: 'auto' }),
  };
  if (kind === 'dropdown')
    return <Dropdown field={field} typed={typed} described={described} texts={texts} />;
  if (kind === 'long_text')
    return (
      <textarea rows="4" {...shared} safe>
        {textareaText(textOf(typed, key))}
      </textarea>
    );
  return (
    <>
      <input {...inputs[kind]} {...shared} value={attributeText(textOf(typed, key))} />
      {kind === 'datetime' && <TimeZone texts={texts} locale={locale} />}
    </>
  );
}
