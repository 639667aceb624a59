import type { FieldDefinition } from '../../domain/form/field.ts';
import { rangeOf } from '../../domain/form/kind-rules.ts';
import { type Choice, NoAnswer } from './choices.tsx';
import type { ControlProps } from './control-props.ts';
import { textOf } from './entered-texts.ts';
import type { Texts } from './texts.ts';

/** Steps beyond this number are chosen from a list. */
const maxSteps = 12;

function stepsOf({ kind, validation }: FieldDefinition, texts: Texts): Choice[] {
  const { min, max } = kind === 'nps' ? { min: 0, max: 10 } : rangeOf(kind, validation);
  return Array.from({ length: max - min + 1 }, (_, index) => min + index).map((step) => ({
    value: String(step),
    label: texts.number(step),
  }));
}

/** The words of an end: those of the form, or those of the page. */
interface EndLabel {
  readonly text: string;
  readonly attributes: Texts['attributes'] | { readonly dir: 'auto' };
}

/** The words at the ends of the steps; null for an end without any. */
function endsOf({ kind, low_label: low, high_label: high }: FieldDefinition, texts: Texts) {
  const end = (own: string | undefined, id: 'npsLow' | 'npsHigh'): EndLabel | null => {
    if (own !== undefined) return { text: own, attributes: { dir: 'auto' } };
    return kind === 'nps' ? { text: texts.say(id), attributes: texts.attributes } : null;
  };
  return [end(low, 'npsLow'), end(high, 'npsHigh')] as const;
}

const Words = ({ end, ...own }: { readonly end: EndLabel | null; readonly class?: string }) => (
  <span {...own} {...end?.attributes} safe>
    {end?.text ?? ''}
  </span>
);

const StepButtons = ({
  field,
  typed,
  described,
  texts,
  steps,
}: ControlProps & { steps: readonly Choice[] }) => {
  const { key: name, kind, required } = field;
  const chosen = textOf(typed, name);
  const [low, high] = endsOf(field, texts);
  const endAt = (index: number) => (index === 0 ? low : index === steps.length - 1 ? high : null);
  return (
    <div class={kind === 'rating' ? 'choices scale stars' : 'choices scale'}>
      <div class="steps">
        {steps.map(({ value, label }, index) => (
          <label>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              required={required}
              {...described}
            />
            <span safe>{label}</span>
            {endAt(index) !== null && <Words end={endAt(index)} class="hidden" />}
          </label>
        ))}
      </div>
      {(low !== null || high !== null) && (
        <div class="ends" aria-hidden="true">
          <Words end={low} />
          <Words end={high} />
        </div>
      )}
      {!required && <NoAnswer name={name} texts={texts} />}
    </div>
  );
};

/** The steps of a rating, as stars, and those of a scale; many steps are a list. */
export const StepsControl = (props: ControlProps) => {
  const { field, typed, described, texts } = props;
  const steps = stepsOf(field, texts);
  const chosen = textOf(typed, field.key);
  if (steps.length <= maxSteps) return <StepButtons {...props} steps={steps} />;
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
