import { type FieldKind, fieldKinds } from '../../../domain/form/field.ts';
import { kindRules } from '../../../domain/form/kind-rules.ts';
import type { InputProblem } from '../../check-input.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { textareaText } from '../../parts/textarea-text.ts';
import { type DraftField, limitNames, limitsOf } from './draft.ts';

export const inWords = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

interface ControlProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly problems: readonly InputProblem[];
  /** Where problems of this control point to. */
  readonly path: string;
  /** The height of the control. Without it, a text of one line is edited in an input, which would drop line breaks. */
  readonly lines?: number;
  readonly help?: string;
  /** The id of a list of suggestions. */
  readonly list?: string;
}

/** The height for a text, in lines. */
const linesFor = (text: string): number => Math.min(12, Math.max(3, text.split('\n').length));

/** A text with its problems. */
export const TextControl = ({ name, label, value, problems, path, lines, help, list }: ControlProps) => {
  const own = problems.filter((problem) => problem.path === path || problem.path.startsWith(`${path}/`));
  const described =
    own.length > 0 ? { 'aria-invalid': 'true' as const, 'aria-describedby': `${name}-problem` } : {};
  const height = lines ?? (value.includes('\n') ? linesFor(value) : undefined);
  return (
    <label>
      <span safe>{label}</span>
      {height === undefined ? (
        <input
          name={name}
          value={attributeText(value)}
          {...(list !== undefined && { list })}
          {...described}
        />
      ) : (
        <textarea name={name} rows={String(height)} {...described} safe>
          {textareaText(value)}
        </textarea>
      )}
      {help !== undefined && <small safe>{help}</small>}
      {own.length > 0 && (
        <small class="fault" id={`${name}-problem`} safe>
          {own.map(({ message }) => message).join(' ')}
        </small>
      )}
    </label>
  );
};

const Check = ({ name, label, checked }: { name: string; label: string; checked: boolean }) => (
  <label class="check">
    <input type="checkbox" name={name} value="yes" checked={checked} />
    <span safe>{label}</span>
  </label>
);

const Kinds = ({ name, chosen }: { readonly name: string; readonly chosen: FieldKind }) => (
  <label>
    <span>Kind</span>
    <select name={name} data-refresh>
      {fieldKinds.map((kind) => (
        <option value={kind} selected={kind === chosen} safe>
          {inWords(kind)}
        </option>
      ))}
    </select>
  </label>
);

interface FieldEditorProps {
  readonly field: DraftField;
  readonly index: number;
  readonly problems: readonly InputProblem[];
}

const MoreSettings = ({ field, index, problems }: FieldEditorProps) => {
  const control = (name: string, label: string, value: string, path = name) => (
    <TextControl
      name={`${index}.${name}`}
      label={label}
      value={value}
      problems={problems}
      path={`/fields/${index}/${path}`}
    />
  );
  const { kind, key, isNew } = field;
  return (
    <details open={problems.some(({ path }) => /^\/fields\/\d+\/(?!label|options|rows)/.test(path))}>
      <summary>More settings</summary>
      <div class="row">
        {control('help_text', 'Help', field.help)}
        {control('placeholder', 'Placeholder', field.placeholder)}
        {kind !== 'file' && control('default_value', 'Default', field.defaultValue)}
        {isNew && control('key', 'Key (derived from the label if empty)', key)}
      </div>
      <div class="row">
        {limitsOf(kind).map((name) => control(name, inWords(name), field.limits[name], `validation/${name}`))}
        {kindRules[kind].maxLength !== undefined &&
          control('pattern', 'Pattern', field.pattern, 'validation/pattern')}
        {kindRules[kind].files === true &&
          control('types', 'Types, such as image, application/pdf', field.types, 'validation/types')}
      </div>
      <Check name={`${index}.hidden`} label="Hidden from people" checked={field.hidden} />
    </details>
  );
};

/** Settings that the kind of a field does not have: they come back with a kind that has them. */
const Unused = ({ field, index }: Pick<FieldEditorProps, 'field' | 'index'>) => {
  const { kind, limits } = field;
  const { options, rows, maxLength, files } = kindRules[kind];
  const used = limitsOf(kind);
  const texts = {
    ...(options !== true && { options: field.options }),
    ...(rows !== true && { rows: field.rows }),
    ...(maxLength === undefined && { pattern: field.pattern }),
    ...(files !== true && { types: field.types }),
    ...Object.fromEntries(
      limitNames.filter((name) => !used.includes(name)).map((name) => [name, limits[name]]),
    ),
  };
  return (
    <>
      {Object.entries(texts).map(([name, text]) =>
        text === '' ? <></> : <input type="hidden" name={`${index}.${name}`} value={attributeText(text)} />,
      )}
    </>
  );
};

/** The settings of a field. Those that its kind does not have are hidden. */
export const FieldEditor = ({ field, index, problems }: FieldEditorProps) => {
  const { kind, key, isNew } = field;
  const own = problems.filter(
    ({ path }) => path === `/fields/${index}` || path.startsWith(`/fields/${index}/`),
  );
  const lines = (name: 'options' | 'rows', label: string) =>
    kindRules[kind][name] === true ? (
      <TextControl
        name={`${index}.${name}`}
        label={label}
        value={field[name]}
        problems={own}
        path={`/fields/${index}/${name}`}
        lines={linesFor(field[name])}
        help="One on each line; to store another value than the label: value | label"
      />
    ) : (
      <></>
    );
  return (
    <fieldset class="field-editor" id={`field-${index}`}>
      <legend safe>{`${index + 1}. ${field.label === '' ? inWords(kind) : field.label}`}</legend>
      <input type="hidden" name={`${index}.new`} value={isNew ? 'yes' : ''} />
      {!isNew && <input type="hidden" name={`${index}.key`} value={key} />}
      <Unused field={field} index={index} />
      <div class="row">
        <TextControl
          name={`${index}.label`}
          label={kind === 'statement' ? 'Text' : 'Question'}
          value={field.label}
          problems={own}
          path={`/fields/${index}/label`}
        />
        <Kinds name={`${index}.kind`} chosen={kind} />
      </div>
      {lines('options', kind === 'matrix' ? 'Columns' : 'Choices')}
      {lines('rows', 'Rows')}
      {kind !== 'statement' && (
        <Check name={`${index}.required`} label="An answer is required" checked={field.required} />
      )}
      <MoreSettings field={field} index={index} problems={own} />
      <div class="buttons">
        <button type="submit" name="action" value={`up ${index}`} class="plain" disabled={index === 0}>
          Move up
        </button>
        <button type="submit" name="action" value={`down ${index}`} class="plain">
          Move down
        </button>
        <button type="submit" name="action" value={`remove ${index}`} class="plain">
          Remove
        </button>
      </div>
    </fieldset>
  );
};
