import Table from 'cli-table3';

/** The output of a command. With `json`, stdout has one JSON object a line and nothing else. */
export interface Output {
  readonly json: boolean;
  /** Prints a result as a line of JSON; nothing without `json`. */
  record(value: object): void;
  /** Prints text for people: on stdout, or on stderr with `json`. */
  say(text: string): void;
  /** Prints a note on stderr. */
  note(text: string): void;
}

export interface Streams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
}

export function createOutput({ stdout, stderr }: Streams, json: boolean): Output {
  const note = (text: string) => void stderr.write(`${printable(text)}\n`);
  return {
    json,
    note,
    record: (value) => {
      if (json) stdout.write(`${jsonLine(value)}\n`);
    },
    say: json ? note : (text) => void stdout.write(`${printable(text)}\n`),
  };
}

/** JSON on one line, in which characters that steer a terminal or reverse text are escaped. */
export const jsonLine = (value: object): string =>
  JSON.stringify(value).replace(
    /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Removes control characters: a title must not control the reader's terminal. */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '\u{fffd}');

/** A column's heading, and its value for an item. */
export type Column<T> = readonly [heading: string, cell: (item: T) => string | number | null | undefined];

const bare = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

/** The longest text that a cell shows in full. */
const maxCell = 60;

function showTable(rows: readonly (readonly string[])[]): string {
  const table = new Table({
    chars: bare,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

const shown = (value: string | number | null | undefined): string => {
  const text = printable(String(value ?? '-').replace(/\s+/g, ' '));
  return text.length > maxCell ? `${text.slice(0, maxCell - 1)}…` : text;
};

/** Prints items as a table, or as lines of JSON. @param nothing the text for an empty list */
export function printList<T extends object>(
  output: Output,
  items: readonly T[],
  columns: readonly Column<T>[],
  nothing: string,
): void {
  for (const item of items) output.record(item);
  if (output.json) return;
  if (items.length === 0) return output.say(nothing);
  output.say(
    showTable([
      columns.map(([heading]) => heading.toUpperCase()),
      ...items.map((item) => columns.map(([, cell]) => shown(cell(item)))),
    ]),
  );
}

/** Prints an item with a line for each column, uncut. */
export function printItem<T extends object>(output: Output, item: T, columns: readonly Column<T>[]): void {
  output.record(item);
  if (output.json) return;
  const width = Math.max(...columns.map(([heading]) => heading.length));
  for (const [heading, cell] of columns) output.say(`${heading.padEnd(width)}  ${String(cell(item) ?? '-')}`);
}
