import { type Command, InvalidArgumentError } from 'commander';

/** The options that say how the public pages of a form look. */
export interface LookOptions {
  readonly color?: string;
}

function colorOrNone(value: string): string {
  if (value !== '' && !/^#?[0-9a-fA-F]{6}$/.test(value))
    throw new InvalidArgumentError('Must be a colour such as #1d4ed8.');
  return value === '' ? '' : `#${value.replace('#', '').toLowerCase()}`;
}

export const withLook = (command: Command): Command =>
  command.option(
    '--color <rrggbb>',
    'the colour of buttons and links on its pages, such as 1d4ed8; "" for that of all forms',
    colorOrNone,
  );

/** The setting `look` of a form that the options change; empty if none is given. */
export const lookOf = ({ color }: LookOptions): Readonly<Record<string, object>> =>
  color === undefined ? {} : { look: { color: color === '' ? null : color } };
