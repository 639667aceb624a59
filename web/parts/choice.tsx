interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  /** Values, or values with the texts to show. */
  readonly values: readonly (string | readonly [value: string, text: string])[];
  readonly chosen: string | undefined;
  /** The text of the choice of nothing. */
  readonly none?: string;
}

/** A choice of one value, or of none. */
export const Choice = ({ name, label, values, chosen, none = 'All' }: ChoiceProps) => (
  <label>
    <span safe>{label}</span>
    <select name={name}>
      <option value="" safe>
        {none}
      </option>
      {values
        .map((value) => (typeof value === 'string' ? ([value, value.replaceAll('_', ' ')] as const) : value))
        .map(([value, text]) => (
          <option value={value} selected={value === chosen} safe>
            {text}
          </option>
        ))}
    </select>
  </label>
);
