import type { FieldDefinition, FieldKind } from '../../domain/form/field.ts';
import { rangeOf } from '../../domain/form/kind-rules.ts';
import { type Choice, Choices } from './choices.tsx';
import type { ControlProps } from './control-props.ts';
import { textOf } from './entered-texts.ts';
import { MatrixControl } from './matrix-control.tsx';
import { RankingControl } from './ranking-control.tsx';
import type { Texts } from './texts.ts';

/** Steps beyond this number are chosen from a list. */
const maxSteps = 12;

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

/** The controls of a field that is answered by choosing. */
export function ChoiceControl(props: ControlProps & { readonly kind: ChoiceKind }): JSX.Element {
  const { field, kind, typed, described, texts } = props;
  const { key: name, required } = field;
  const shared = { name, chosen: new Set(typed[name]), required, described, texts };
  switch (kind) {
    case 'rating':
    case 'scale':
    case 'nps':
      return <Steps {...props} />;
    case 'ranking':
      return <RankingControl {...props} />;
    case 'matrix':
      return <MatrixControl {...props} />;
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
