import type { InputProblem } from '../../check-input.ts';

/** The attributes of a control that has a label, perhaps an explanation, and perhaps a problem. */
export interface Described {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid'?: 'true';
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly problems: readonly InputProblem[];
  /** The control, escaped. */
  readonly control: (described: Described) => JSX.Element;
}

/** The first problem of a field, in words. A problem within a list is one of the whole list. */
export const problemOf = (problems: readonly InputProblem[], name: string): string =>
  problems.find(({ path }) => path.split('/')[1] === name)?.message ?? '';

/** A control with its label, its explanation, and the place of its problems, which checks fill in meanwhile. */
export const Field = ({ name, label, help, problems, control }: FieldProps) => {
  const problem = problemOf(problems, name);
  const described: Described = {
    id: `${name}-control`,
    'aria-describedby': help === undefined ? `${name}-problem` : `${name}-problem ${name}-help`,
    ...(problem !== '' && { 'aria-invalid': 'true' }),
  };
  return (
    <div class="field">
      <label for={described.id} safe>
        {label}
      </label>
      {control(described)}
      <small class="fault" id={`${name}-problem`} aria-live="polite" safe>
        {problem}
      </small>
      {help !== undefined && (
        <small class="help" id={`${name}-help`} safe>
          {help}
        </small>
      )}
    </div>
  );
};

/** The problems of some fields for a page that is open; htmx puts each into its place. */
export const ProblemUpdates = ({
  names,
  problems,
}: {
  readonly names: readonly string[];
  readonly problems: readonly InputProblem[];
}) => (
  <>
    {names.map((name) => (
      <small class="fault" id={`${name}-problem`} hx-swap-oob="innerHTML" safe>
        {problemOf(problems, name)}
      </small>
    ))}
  </>
);
