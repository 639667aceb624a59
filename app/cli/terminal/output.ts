import { printable } from '../../printable.ts';
import { jsonLine } from './json-line.ts';
import { type Column, layOut } from './table.ts';

export type { Column } from './table.ts';

/** The output of a command. With `json`, stdout has one JSON object a line and nothing else. */
export interface Output {
  readonly json: boolean;
  /** The width of the terminal on stdout in characters; null if stdout is no terminal. */
  readonly width: number | null;
  /** Prints a result as a line of JSON; nothing without `json`. */
  record(value: object): void;
  /** Prints text for people: on stdout, or on stderr with `json`. */
  print(text: string): void;
  /** Prints a note on stderr. */
  note(text: string): void;
}

interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface Streams {
  readonly stdout: Stream;
  readonly stderr: Stream;
}

/** The width of a terminal in characters, 80 if it does not tell; null for a file or a pipe. */
const widthOf = ({ isTTY, columns }: Stream): number | null => (isTTY === true ? columns || 80 : null);

export function createOutput({ stdout, stderr }: Streams, json: boolean): Output {
  const note = (text: string) => void stderr.write(`${printable(text)}\n`);
  return {
    json,
    note,
    width: widthOf(stdout),
    record: (value) => {
      if (json) stdout.write(`${jsonLine(value)}\n`);
    },
    print: json ? note : (text) => void stdout.write(`${printable(text)}\n`),
  };
}

const shown = (value: string | number | null | undefined): string =>
  printable(String(value ?? '-').replace(/\s+/g, ' '));

/**
 * Prints items as a table, or as lines of JSON. Where the table does not fit the terminal, each item takes a line for
 * each column.
 * @param emptyText the text for an empty list
 */
export function printList<T extends object>(
  output: Output,
  items: readonly T[],
  columns: readonly Column<T>[],
  emptyText: string,
): void {
  for (const item of items) output.record(item);
  if (output.json) return;
  if (items.length === 0) return output.print(emptyText);
  const rows = [
    columns.map(([heading]) => heading.toUpperCase()),
    ...items.map((item) => columns.map(([, cell]) => shown(cell(item)))),
  ];
  const isWhole = columns.map(([, , fit]) => fit === 'whole');
  output.print(
    layOut(rows, isWhole, output.width) ?? items.map((item) => lines(item, columns).join('\n')).join('\n\n'),
  );
}

/** Prints an item with a line for each column, uncut. */
export function printItem<T extends object>(output: Output, item: T, columns: readonly Column<T>[]): void {
  output.record(item);
  if (output.json) return;
  for (const line of lines(item, columns)) output.print(line);
}

function lines<T>(item: T, columns: readonly Column<T>[]): string[] {
  const width = Math.max(...columns.map(([heading]) => heading.length));
  return columns.map(([heading, cell]) => `${heading.padEnd(width)}  ${String(cell(item) ?? '-')}`);
}
