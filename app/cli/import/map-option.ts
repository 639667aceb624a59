import { InvalidArgumentError } from 'commander';

/** A column of a file, and the key of the field that it answers; an empty key leaves it out. */
export interface ColumnMapping {
  readonly column: string;
  readonly to: string;
}

/** Parses `column=key`. A heading may contain an equals sign, a key does not. @param before earlier mappings */
export function mapOption(text: string, before: readonly ColumnMapping[] = []): ColumnMapping[] {
  const end = text.lastIndexOf('=');
  if (end < 1) throw new InvalidArgumentError('Must be column=key, or column= to leave the column out.');
  return [...before, { column: text.slice(0, end), to: text.slice(end + 1).trim() }];
}
