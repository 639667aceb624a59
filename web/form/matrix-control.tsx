import { selectionsOf } from '../../domain/form/kind-rules.ts';
import { isOversized } from '../../domain/form/page-size.ts';
import { attributeText } from '../parts/attribute-text.ts';
import { textareaText } from '../parts/textarea-text.ts';
import { Choices } from './choices.tsx';
import { type ControlProps, idOf } from './control-props.ts';
import { textOf } from './entered-texts.ts';

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
          <option value={attributeText(value)} safe>
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
            <textarea name={attributeText(`${key}.${value}`)} rows="2" {...described} safe>
              {textareaText((typed[`${key}.${value}`] ?? []).join('\n'))}
            </textarea>
          ) : (
            <input
              type="text"
              name={attributeText(`${key}.${value}`)}
              list={columns}
              value={attributeText(textOf(typed, `${key}.${value}`))}
              required={required}
              {...described}
            />
          )}
        </label>
      ))}
    </>
  );
};

/** The most columns that stand side by side; the style sheet has a class for each number of them. */
const maxColumns = 7;

/** A group for each row, so that narrow screens need no table. Where there is room, the style sheet makes a grid of them. */
const Matrix = ({ field, typed, described, texts }: ControlProps) => {
  const { key, kind, validation, options = [], rows = [], required } = field;
  const type = selectionsOf(kind, validation).max > 1 ? 'checkbox' : 'radio';
  const isGrid = options.length <= maxColumns;
  const idOfRow = (index: number): string => `${idOf(field)}-row-${index}`;
  return (
    <div class={isGrid ? `matrix columns-${options.length}` : 'matrix'}>
      {isGrid && (
        <div class="columns" aria-hidden="true">
          <span></span>
          {options.map(({ label }) => (
            <span dir="auto" safe>
              {label}
            </span>
          ))}
        </div>
      )}
      {rows.map(({ value, label }, index) => (
        <div class="row" role={type === 'radio' ? 'radiogroup' : 'group'} aria-labelledby={idOfRow(index)}>
          <span class="row-label" id={idOfRow(index)} dir="auto" safe>
            {label}
          </span>
          <Choices
            type={type}
            name={attributeText(`${key}.${value}`)}
            choices={options}
            chosen={new Set(typed[`${key}.${value}`])}
            required={required}
            described={described}
            texts={texts}
          />
        </div>
      ))}
    </div>
  );
};

export const MatrixControl = (props: ControlProps) =>
  isOversized(props.field) ? <LongMatrix {...props} /> : <Matrix {...props} />;
