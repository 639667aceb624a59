import type { FieldKind } from '../../../domain/form/field.ts';
import type { DraftField } from '../../../domain/form-draft/draft-field.ts';
import { currenciesByDecimals } from '../../../domain/submission/currencies.ts';
import type { InputProblem } from '../../check-input.ts';
import { MatrixControl } from '../../form/matrix-control.tsx';
import { PartsControl } from '../../form/part-controls.tsx';
import { RankingControl } from '../../form/ranking-control.tsx';
import { textsIn } from '../../form/texts.ts';
import { defaultName, defaultTexts, questionOf } from './default-answer.ts';
import { kindsInParts } from './settings-of-kinds.ts';

interface DefaultProps {
  readonly field: DraftField;
  /** The place of the question, from 0; its problems begin with this place. */
  readonly index: number;
  readonly problems: readonly InputProblem[];
}

const problemId = `${defaultName}-problem`;

const controls: Readonly<Partial<Record<FieldKind, typeof PartsControl>>> = {
  ranking: RankingControl,
  matrix: MatrixControl,
};

/** The currencies whose minor unit has not two decimals, for the script: `0 JPY KRW;3 KWD`. */
const unusualDecimals = [...currenciesByDecimals()]
  .filter(([decimals]) => decimals !== 2)
  .map(([decimals, codes]) => [decimals, ...codes].join(' '))
  .join(';');

/** The answer that a question with several parts begins with, in the controls that people answer with. */
export const DefaultControl = ({
  field,
  index,
  problems,
  isTemplate,
}: DefaultProps & { isTemplate: boolean }) => {
  const path = `/fields/${index}/default_value`;
  const own = problems.filter((problem) => problem.path === path || problem.path.startsWith(`${path}/`));
  const Control = controls[field.kind] ?? PartsControl;
  return (
    <fieldset
      class="first-answer"
      data-path="default_value"
      {...(isTemplate && { 'data-kinds': field.kind })}
      {...(isTemplate && field.kind === 'payment' && { 'data-decimals': unusualDecimals })}
    >
      <legend>Answer at the beginning</legend>
      {own.length > 0 && (
        <small class="fault" id={problemId} safe>
          {own.map(({ message }) => message).join(' ')}
        </small>
      )}
      {(field.kind === 'ranking' || field.kind === 'matrix') && !isTemplate && field.options.length === 0 && (
        <small>Possible once the question has choices and they are saved.</small>
      )}
      <Control
        field={questionOf(field)}
        typed={defaultTexts(field, {})}
        texts={textsIn('en')}
        described={own.length > 0 ? { 'aria-describedby': problemId, 'aria-invalid': 'true' } : {}}
      />
    </fieldset>
  );
};

/** The controls of all kinds that have several parts, for the script to choose from. */
export const DefaultTemplates = ({ field }: Pick<DefaultProps, 'field'>) => (
  <>
    {kindsInParts.map((kind) => (
      <DefaultControl field={{ ...field, kind }} index={-1} problems={[]} isTemplate />
    ))}
  </>
);
