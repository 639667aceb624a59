import type { FieldKind } from '../../domain/form/field.ts';
import { type Choice, Choices } from './choices.tsx';
import type { ControlProps } from './control-props.ts';
import { MatrixControl } from './matrix-control.tsx';
import { RankingControl } from './ranking-control.tsx';
import { StepsControl } from './steps-control.tsx';
import type { Texts } from './texts.ts';

/** The kinds whose controls are a group of choices. */
type ChoiceKind = Extract<
  FieldKind,
  'rating' | 'scale' | 'nps' | 'yes_no' | 'single_choice' | 'multiple_choice' | 'ranking' | 'matrix'
>;

const yesOrNo = (texts: Texts): readonly Choice[] =>
  (['yes', 'no'] as const).map((value) => ({ value, label: texts.say(value) }));

/** The controls of a field that is answered by choosing. */
export function ChoiceControl(props: ControlProps & { readonly kind: ChoiceKind }): JSX.Element {
  const { field, kind, typed, described, texts } = props;
  const { key: name, required } = field;
  const shared = { name, chosen: new Set(typed[name]), required, described, texts };
  switch (kind) {
    case 'rating':
    case 'scale':
    case 'nps':
      return <StepsControl {...props} />;
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
