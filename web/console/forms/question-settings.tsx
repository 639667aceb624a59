import { type FieldKind, fieldKinds } from '../../../domain/form/field.ts';
import { kindNames } from '../../../domain/form/kind-names.ts';
import type { FormLocale } from '../../../domain/form/locale.ts';
import type { DraftField } from '../../../domain/form-draft/draft-field.ts';
import { readJson } from '../../../domain/json/read-json.ts';
import type { InputProblem } from '../../check-input.ts';
import { textOf } from '../../form/entered-texts.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { linesOf } from './choice-lines.ts';
import { defaultName, defaultTexts } from './default-answer.ts';
import { DefaultControl, DefaultTemplates } from './default-control.tsx';
import { kindGroups } from './kinds.ts';
import { scaledDown } from './scaled-number.ts';
import {
  answered,
  isInParts,
  type KindSetting,
  kindSettings,
  settingPrefix,
  withOptions,
  withRows,
} from './settings-of-kinds.ts';
import { linesFor, TextControl } from './text-control.tsx';

interface SettingsProps {
  readonly field: DraftField;
  /** The place of the question, from 0; its problems begin with this place. */
  readonly index: number;
  readonly problems: readonly InputProblem[];
  /** The language and the time zone of the form. */
  readonly locale: FormLocale;
  /** Whether the form does not have the question yet, so that its key can be chosen. */
  readonly isNew: boolean;
  /** Whether the settings of all kinds are rendered, for the script to choose from. */
  readonly isTemplate?: boolean;
}

const ofKinds = (kinds: readonly FieldKind[], isTemplate: boolean) =>
  isTemplate && kinds.length < fieldKinds.length ? { 'data-kinds': kinds.join(' ') } : {};

const Kinds = ({ chosen }: { readonly chosen: FieldKind }) => (
  <label>
    <span>Kind</span>
    <select name={`${settingPrefix}kind`}>
      {kindGroups.map(({ title, kinds }) => (
        <optgroup label={title}>
          {kinds.map((kind) => (
            <option value={kind} selected={kind === chosen} safe>
              {kindNames[kind]}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  </label>
);

interface CheckProps {
  readonly name: string;
  readonly label: string;
  readonly checked: boolean;
  readonly kinds?: Readonly<Record<string, string>>;
}

const Check = ({ name, label, checked, kinds }: CheckProps) => (
  <label class="check" {...kinds}>
    <input type="checkbox" name={settingPrefix + name} value="yes" checked={checked} />
    <span safe>{label}</span>
  </label>
);

const chosenIn = ({ isMultiple }: KindSetting, typed: string): readonly string[] => {
  const read = isMultiple === true ? readJson(typed) : null;
  return read?.ok === true && Array.isArray(read.value) ? read.value.map(String) : [typed];
};

/** A setting that is chosen from a list. */
const ListControl = ({
  setting,
  field,
  isTemplate,
}: { setting: KindSetting } & Pick<SettingsProps, 'field' | 'isTemplate'>) => {
  const { name, label, list = [], kinds, isMultiple } = setting;
  const options = field.options.map((option) => [option.value || option.label, option.label] as const);
  const entries =
    list.length > 0 ? list : isMultiple === true ? options : [['', 'None'] as const, ...options];
  const chosen = chosenIn(setting, field[name]);
  const gone = chosen.filter((each) => each !== '' && !entries.some(([value]) => value === each));
  return (
    <label {...ofKinds(kinds, isTemplate === true)}>
      <span safe>{label}</span>
      <select
        name={settingPrefix + name}
        {...(isMultiple === true && { multiple: 'multiple' })}
        {...(list.length === 0 && { 'data-choices': 'yes' })}
      >
        {entries.map(([value, text]) => (
          <option value={attributeText(value)} selected={chosen.includes(value)} safe>
            {text}
          </option>
        ))}
        {gone.map((value) => (
          <option value={attributeText(value)} selected safe>
            {`${value} (no choice)`}
          </option>
        ))}
      </select>
    </label>
  );
};

const Setting = ({
  setting,
  field,
  index,
  problems,
  locale,
  isTemplate = false,
}: { setting: KindSetting } & SettingsProps) => {
  const { name, label, path, kinds, help, type, inputmode, lines, list, scale } = setting;
  if (list) return <ListControl setting={setting} field={field} isTemplate={isTemplate} />;
  return (
    <TextControl
      name={settingPrefix + name}
      label={label}
      value={
        type === 'datetime-local'
          ? textOf(defaultTexts(field, locale), defaultName)
          : scaledDown(field[name], scale)
      }
      problems={problems}
      path={`/fields/${index}/${path}`}
      {...(help !== undefined && { help })}
      {...(type !== undefined && { type })}
      {...(inputmode !== undefined && { inputmode })}
      {...(lines !== undefined && { lines })}
      {...(scale !== undefined && { scale })}
      {...(isTemplate && { kinds: kinds.join(' ') })}
    />
  );
};

/** Choices on lines; the script shows them as a grid. */
const Lines = ({
  name,
  field,
  index,
  problems,
  isTemplate = false,
}: { name: 'options' | 'rows' } & SettingsProps) => {
  const kinds = name === 'options' ? withOptions : withRows;
  const text = linesOf(field[name]);
  const columns = name === 'options' && field.kind === 'matrix';
  return (
    <div class="choice-lines" data-list={name} {...ofKinds(kinds, isTemplate)}>
      <TextControl
        name={settingPrefix + name}
        label={name === 'rows' ? 'Rows' : columns ? 'Columns' : 'Choices'}
        value={text}
        problems={problems}
        path={`/fields/${index}/${name}`}
        lines={linesFor(text)}
        help="One on each line. To store another value than the label: value | label"
      />
    </div>
  );
};

/** The settings of a question: those that its kind has. */
export const QuestionSettings = (props: SettingsProps) => {
  const { field, index, problems, isNew, isTemplate = false } = props;
  const { kind } = field;
  const isOf = (kinds: readonly FieldKind[]) => isTemplate || kinds.includes(kind);
  const settings = kindSettings.filter(({ kinds }) => isOf(kinds));
  const isSet = settings.some(({ name }) => field[name] !== '') || field.default !== '' || field.hidden;
  const faulty = problems.some(({ path }) =>
    new RegExp(`^/fields/${index}/(?!label|options|rows)`).test(path),
  );
  return (
    <>
      <div class="row">
        <TextControl
          name={`${settingPrefix}label`}
          label={kind === 'statement' ? 'Text' : 'Question'}
          value={field.label}
          problems={problems}
          path={`/fields/${index}/label`}
          lines={Math.min(6, field.label.split('\n').length)}
        />
        <Kinds chosen={kind} />
      </div>
      {isOf(withOptions) && <Lines name="options" {...props} />}
      {isOf(withRows) && <Lines name="rows" {...props} />}
      {isOf(answered) && (
        <Check
          name="required"
          label="An answer is required"
          checked={field.required}
          kinds={ofKinds(answered, isTemplate)}
        />
      )}
      <details open={isSet || faulty}>
        <summary>More settings</summary>
        <div class="row">
          {settings.map((setting) => (
            <Setting setting={setting} {...props} />
          ))}
          {isNew && (
            <TextControl
              name={`${settingPrefix}key`}
              label="Key for the API"
              value={field.key}
              problems={problems}
              path={`/fields/${index}/key`}
              help="Made from the question if empty. It cannot be changed later."
            />
          )}
        </div>
        {isTemplate && <DefaultTemplates field={field} />}
        {!isTemplate && isInParts(kind) && <DefaultControl {...props} isTemplate={false} />}
        {!isNew && (
          <p class="quiet">
            Key for the API: <code safe>{field.key}</code>
          </p>
        )}
        <Check name="hidden" label="Hidden from people" checked={field.hidden} />
      </details>
    </>
  );
};
