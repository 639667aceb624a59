import type { FieldDefinition, FieldKind } from '../../domain/form/field.ts';
import { rangeOf, selectionsOf } from '../../domain/form/kind-rules.ts';
import { isOversized, maxRankedInLists } from '../../domain/form/page-size.ts';
import { textareaText } from '../parts/textarea-text.ts';
import { type ControlProps, type Described, idOf } from './control-props.ts';
import type { Texts } from './texts.ts';
import { textOf, type Typed } from './typed.ts';

/** Steps beyond this number are chosen from a list. */
const maxSteps = 12;

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The kinds whose controls are a group of choices. */
type ChoiceKind = Extract<
  FieldKind,
  'rating' | 'scale' | 'nps' | 'yes_no' | 'single_choice' | 'multiple_choice' | 'ranking' | 'matrix'
>;

function stepsOf({ kind, validation }: FieldDefinition, texts: Texts): Choice[] {
  const { min, max } = kind === 'nps' ? { min: 0, max: 10 } : rangeOf(kind, validation);
  return Array.from({ length: max - min + 1 }, (_, index) => min + index).map((step) => ({
    value: String(step),
    label: texts.number(step),
  }));
}

const yesOrNo = (texts: Texts): readonly Choice[] =>
  (['yes', 'no'] as const).map((value) => ({ value, label: texts.say(value) }));

interface ChoicesProps {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  readonly choices: readonly Choice[];
  readonly chosen: ReadonlySet<string>;
  readonly required: boolean;
  readonly described: Described;
  readonly texts: Texts;
  readonly class?: string;
  /** The attributes of labels that are texts of the page and not of the form. */
  readonly attributes?: Texts['attributes'];
}

const Choices = ({ type, name, choices, chosen, required, described, texts, ...list }: ChoicesProps) => (
  <div class={list.class ?? 'choices'}>
    {choices.map(({ value, label }) => (
      <label>
        <input
          type={type}
          name={name}
          value={value}
          checked={chosen.has(value)}
          required={required && type === 'radio'}
          {...described}
        />
        <span dir="auto" {...list.attributes} safe>
          {label}
        </span>
      </label>
    ))}
    {type === 'radio' && !required && <NoAnswer name={name} texts={texts} />}
  </div>
);

/** Takes a choice back: a radio button cannot be unselected. The style sheet shows it beside a choice only. */
const NoAnswer = ({ name, texts }: Pick<ChoicesProps, 'name' | 'texts'>) => (
  <label class="none">
    <input type="radio" name={name} value="" />
    <span {...texts.attributes} safe>
      {texts.say('noAnswer')}
    </span>
  </label>
);

const Steps = ({ field, typed, described, texts }: ControlProps) => {
  const steps = stepsOf(field, texts);
  const chosen = textOf(typed, field.key);
  if (steps.length <= maxSteps)
    return (
      <Choices
        type="radio"
        name={field.key}
        choices={steps}
        chosen={new Set([chosen])}
        required={field.required}
        described={described}
        texts={texts}
        class="choices steps"
      />
    );
  return (
    <select name={field.key} aria-label={field.label} required={field.required} {...described}>
      <option value="" {...texts.attributes} safe>
        {texts.say('choose')}
      </option>
      {steps.map(({ value, label }) => (
        <option value={value} selected={value === chosen} safe>
          {label}
        </option>
      ))}
    </select>
  );
};

interface PlaceProps {
  readonly name: string;
  readonly place: string;
  readonly places: number;
  readonly described: Described;
  readonly texts: Texts;
}

const PlaceList = ({ name, place, places, described, texts }: PlaceProps) => (
  <select name={name} {...described}>
    <option value="">–</option>
    {Array.from({ length: places }, (_, index) => index + 1).map((each) => (
      <option value={String(each)} selected={place === String(each)} safe>
        {texts.number(each)}
      </option>
    ))}
  </select>
);

const PlaceNumber = ({ name, place, places, described }: PlaceProps) => (
  <input type="number" name={name} value={place} min="1" max={String(places)} {...described} />
);

/** The place of each choice: from a list, or as a number where lists of all places would be long. */
const Ranking = ({ field, typed, described, texts }: ControlProps) => {
  const { key, options = [] } = field;
  const Place = options.length <= maxRankedInLists ? PlaceList : PlaceNumber;
  return (
    <div class="ranking">
      {options.map(({ value, label }) => (
        <label>
          <Place
            name={`${key}.${value}`}
            place={textOf(typed, `${key}.${value}`)}
            places={options.length}
            described={described}
            texts={texts}
          />
          <span dir="auto" safe>
            {label}
          </span>
        </label>
      ))}
    </div>
  );
};

/**
 * The matrix of a form that was defined before cells were limited: each row is answered by the text of a column, with one
 * list of suggestions for all rows; or by a column on each line, where a row may have several.
 */
const LongMatrix = ({ field, typed, described, texts }: ControlProps) => {
  const { key, kind, validation, options = [], rows = [], required } = field;
  const areSeveral = selectionsOf(kind, validation).max > 1;
  const columns = `${idOf(field)}-columns`;
  return (
    <>
      <datalist id={columns}>
        {options.map(({ value, label }) => (
          <option value={value} safe>
            {label}
          </option>
        ))}
      </datalist>
      {areSeveral && (
        <details>
          <summary {...texts.attributes} safe>
            {texts.say('columnsByLine')}
          </summary>
          <ul>
            {options.map(({ value }) => (
              <li safe>{value}</li>
            ))}
          </ul>
        </details>
      )}
      {rows.map(({ value, label }) => (
        <label>
          <span dir="auto" safe>
            {label}
          </span>
          {areSeveral ? (
            <textarea name={`${key}.${value}`} rows="2" {...described} safe>
              {textareaText((typed[`${key}.${value}`] ?? []).join('\n'))}
            </textarea>
          ) : (
            <input
              type="text"
              name={`${key}.${value}`}
              list={columns}
              value={textOf(typed, `${key}.${value}`)}
              required={required}
              {...described}
            />
          )}
        </label>
      ))}
    </>
  );
};

/** A group for each row, so that narrow screens need no table. */
const Matrix = ({ field, typed, described, texts }: ControlProps) => {
  const { key, kind, validation, options = [], rows = [], required } = field;
  const type = selectionsOf(kind, validation).max > 1 ? 'checkbox' : 'radio';
  return (
    <>
      {rows.map(({ value, label }) => (
        <fieldset class="row">
          <legend dir="auto" safe>
            {label}
          </legend>
          <Choices
            type={type}
            name={`${key}.${value}`}
            choices={options}
            chosen={new Set(typed[`${key}.${value}`])}
            required={required}
            described={described}
            texts={texts}
          />
        </fieldset>
      ))}
    </>
  );
};

const chosenIn = (typed: Typed, { key }: FieldDefinition): ReadonlySet<string> => new Set(typed[key]);

/** The controls of a field that is answered by choosing. */
export function ChoiceControl(props: ControlProps & { readonly kind: ChoiceKind }): JSX.Element {
  const { field, kind, typed, described, texts } = props;
  const { key: name, required } = field;
  const shared = { name, chosen: chosenIn(typed, field), required, described, texts };
  switch (kind) {
    case 'rating':
    case 'scale':
    case 'nps':
      return <Steps {...props} />;
    case 'ranking':
      return <Ranking {...props} />;
    case 'matrix':
      return isOversized(field) ? <LongMatrix {...props} /> : <Matrix {...props} />;
    case 'yes_no':
      return <Choices type="radio" choices={yesOrNo(texts)} attributes={texts.attributes} {...shared} />;
    case 'multiple_choice':
      return <Choices type="checkbox" choices={field.options ?? []} {...shared} />;
    case 'single_choice':
      return <Choices type="radio" choices={field.options ?? []} {...shared} />;
    default:
      return kind satisfies never;
  }
}
