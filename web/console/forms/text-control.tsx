import type { InputProblem } from '../../check-input.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import { textareaText } from '../../parts/textarea-text.ts';

export interface TextProps {
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
  readonly type?: string;
  readonly inputmode?: 'decimal' | 'numeric';
  /** The control shows the number of the draft divided by this. */
  readonly scale?: number;
  /** The kinds that have the setting, where the control stands in a template. */
  readonly kinds?: string;
}

/** Where the paths of a template begin; the script says problems beside the control of the rest. */
const templatePath = '/fields/-1/';

/** The height for a text, in lines. */
export const linesFor = (text: string): number => Math.min(12, Math.max(3, text.split('\n').length));

/** A text with its problems. */
export const TextControl = (props: TextProps) => {
  const { name, label, value, problems, path, lines, help, list, type, inputmode, scale, kinds } = props;
  const own = problems.filter((problem) => problem.path === path || problem.path.startsWith(`${path}/`));
  const described =
    own.length > 0 ? { 'aria-invalid': 'true' as const, 'aria-describedby': `${name}-problem` } : {};
  const height = lines ?? (value.includes('\n') ? linesFor(value) : undefined);
  return (
    <label
      {...(kinds !== undefined && { 'data-kinds': kinds })}
      {...(path.startsWith(templatePath) && { 'data-path': path.slice(templatePath.length) })}
    >
      <span safe>{label}</span>
      {height === undefined ? (
        <input
          name={name}
          value={attributeText(value)}
          {...(list !== undefined && { list })}
          {...(type !== undefined && { type })}
          {...(inputmode !== undefined && { inputmode })}
          {...(scale !== undefined && { 'data-scale': String(scale) })}
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
