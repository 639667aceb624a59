import type { FieldDefinition } from '../../domain/form/field.ts';
import { rangeOf, selectionsOf } from '../../domain/form/kind-rules.ts';
import type { ControlProps, Described } from './control-props.ts';
import { textOf, type Typed } from './typed.ts';

/** Steps beyond this number are chosen from a list. */
const mostSteps = 12;

interface Choice {
  readonly value: string;
  readonly label: string;
}

const kinds = ['rating', 'scale', 'nps', 'yes_no', 'single_choice', 'multiple_choice', 'ranking', 'matrix'];
export const isChoice = ({ kind }: FieldDefinition): boolean => kinds.includes(kind);

function stepsOf({ kind, validation }: FieldDefinition): Choice[] {
  const { min, max } = kind === 'nps' ? { min: 0, max: 10 } : rangeOf(kind, validation);
  return Array.from({ length: max - min + 1 }, (_, index) => String(min + index)).map((value) => ({
    value,
    label: value,
  }));
}

const yesOrNo: readonly Choice[] = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

interface ChoicesProps {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly required: boolean;
  readonly described: Described;
  readonly class?: string;
}

const Choices = ({ type, name, choices, chosen, required, described, ...list }: ChoicesProps) => (
  <div class={list.class ?? 'choices'}>
    {choices.map(({ value, label }) => (
      <label>
        <input
          type={type}
          name={name}
          value={value}
          checked={chosen.includes(value)}
          required={required && type === 'radio'}
          {...described}
        />
        <span safe>{label}</span>
      </label>
    ))}
  </div>
);

const Steps = ({ field, typed, described }: ControlProps) => {
  const steps = stepsOf(field);
  const chosen = textOf(typed, field.key);
  if (steps.length <= mostSteps)
    return (
      <Choices
        type="radio"
        name={field.key}
        choices={steps}
        chosen={[chosen]}
        required={field.required}
        described={described}
        class="choices steps"
      />
    );
  return (
    <select name={field.key} aria-label={field.label} required={field.required} {...described}>
      <option value="">Choose …</option>
      {steps.map(({ value }) => (
        <option value={value} selected={value === chosen} safe>
          {value}
        </option>
      ))}
    </select>
  );
};

/** The place of each choice. Without script, places are chosen from lists. */
const Ranking = ({ field, typed, described }: ControlProps) => {
  const { key, options = [] } = field;
  return (
    <div class="ranking">
      {options.map(({ value, label }) => (
        <label>
          <select name={`${key}.${value}`} {...described}>
            <option value="">–</option>
            {options.map((_, index) => (
              <option
                value={String(index + 1)}
                selected={textOf(typed, `${key}.${value}`) === String(index + 1)}
              >
                {index + 1}
              </option>
            ))}
          </select>
          <span safe>{label}</span>
        </label>
      ))}
    </div>
  );
};

/** A group for each row, so that narrow screens need no table. */
const Matrix = ({ field, typed, described }: ControlProps) => {
  const { key, kind, validation, options = [], rows = [], required } = field;
  const type = selectionsOf(kind, validation).max > 1 ? 'checkbox' : 'radio';
  return (
    <>
      {rows.map(({ value, label }) => (
        <fieldset class="row">
          <legend safe>{label}</legend>
          <Choices
            type={type}
            name={`${key}.${value}`}
            choices={options}
            chosen={typed[`${key}.${value}`] ?? []}
            required={required}
            described={described}
          />
        </fieldset>
      ))}
    </>
  );
};

const chosenIn = (typed: Typed, { key }: FieldDefinition): readonly string[] => typed[key] ?? [];

/** The controls of a field that is answered by choosing. */
export function ChoiceControl(props: ControlProps): JSX.Element {
  const { field, typed, described } = props;
  const shared = { name: field.key, chosen: chosenIn(typed, field), required: field.required, described };
  switch (field.kind) {
    case 'rating':
    case 'scale':
    case 'nps':
      return <Steps {...props} />;
    case 'ranking':
      return <Ranking {...props} />;
    case 'matrix':
      return <Matrix {...props} />;
    case 'yes_no':
      return <Choices type="radio" choices={yesOrNo} {...shared} />;
    case 'multiple_choice':
      return <Choices type="checkbox" choices={field.options ?? []} {...shared} />;
    default:
      return <Choices type="radio" choices={field.options ?? []} {...shared} />;
  }
}
