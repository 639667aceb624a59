import type { FieldDefinition, FieldKind } from '../../domain/form/field.ts';
import { usualTimeZone, type FormLocale } from '../../domain/form/locale.ts';
import { lengthsOf, rangeOf } from '../../domain/form/kind-rules.ts';
import { idOf, type ControlProps } from './control-props.ts';
import { textOf } from './typed.ts';
import { textareaText } from '../parts/textarea-text.ts';

/** The types of inputs, and how browsers fill them in. */
const inputs: Partial<
  Record<FieldKind, Readonly<{ type: string; autocomplete?: string; inputmode?: string }>>
> = {
  email: { type: 'email', autocomplete: 'email' },
  phone: { type: 'tel', autocomplete: 'tel' },
  url: { type: 'url', autocomplete: 'url' },
  number: { type: 'text', inputmode: 'decimal' },
  date: { type: 'date' },
  time: { type: 'time' },
  datetime: { type: 'datetime-local' },
};

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

/** The range of a number, in words. */
const rangeInWords = ({ kind, validation }: FieldDefinition): string => {
  const { min, max } = rangeOf(kind, validation);
  const bounds = [
    Number.isFinite(min) ? `at least ${min}` : '',
    Number.isFinite(max) ? `at most ${max}` : '',
  ];
  return bounds.filter((bound) => bound !== '').join(', ');
};

/** The properties of a control whose texts depend on the language or the time zone of the form. */
interface LocalProps extends ControlProps {
  readonly locale: FormLocale;
}

const Note = ({ field, locale }: Pick<LocalProps, 'field' | 'locale'>) => {
  const zone = `Time in ${locale.timeZone ?? usualTimeZone}`;
  const note = field.kind === 'datetime' ? zone : field.kind === 'number' ? rangeInWords(field) : '';
  return note === '' ? <></> : <small safe>{note}</small>;
};

const Dropdown = ({ field, typed, described }: ControlProps) => (
  <select id={idOf(field)} name={field.key} required={field.required} {...described}>
    <option value="" safe>
      {field.placeholder ?? 'Choose …'}
    </option>
    {field.options?.map(({ value, label }) => (
      <option value={value} selected={value === textOf(typed, field.key)} safe>
        {label}
      </option>
    ))}
  </select>
);

/** The control of a field that is answered by one text. */
export function TextControl({ field, typed, described, locale }: LocalProps): JSX.Element {
  const { kind, key, required, placeholder } = field;
  const shared = {
    ...{ id: idOf(field), name: key, required, ...described, ...lengths(field) },
    ...(placeholder !== undefined && { placeholder }),
    ...(isProse(kind) && { dir: 'auto' }),
  };
  if (kind === 'dropdown') return <Dropdown field={field} typed={typed} described={described} />;
  if (kind === 'long_text')
    return (
      <textarea rows="4" {...shared} safe>
        {textareaText(textOf(typed, key))}
      </textarea>
    );
  return (
    <>
      <input {...(inputs[kind] ?? { type: 'text' })} {...shared} value={textOf(typed, key)} />
      <Note field={field} locale={locale} />
    </>
  );
}
