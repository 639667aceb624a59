import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { parse } from 'csv-parse';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { linesOf } from './lines.ts';

/** The last complete submission of a file, and its end. */
export interface Place {
  readonly id: string;
  readonly submittedAt: string;
  /** The end in bytes. */
  readonly bytes: number;
}

const row = Compile(Type.Object({ id: Type.String(), submitted_at: Type.String() }));

/** The last complete submission of a file of JSON lines; null if there is none. */
export async function lastLine(path: string): Promise<Place | null> {
  let last: Place | null = null;
  for await (const { text, bytes, isComplete } of linesOf(createReadStream(path))) {
    if (!isComplete) break;
    const value: unknown = JSON.parse(text);
    if (!row.Check(value)) throw new Error(`${path} is not an export of submissions`);
    last = { id: value.id, submittedAt: value.submitted_at, bytes };
  }
  return last;
}

const record = Compile(
  Type.Object({
    info: Type.Object({ bytes: Type.Integer() }),
    record: Type.Array(Type.String()),
  }),
);

/** The last complete row of a CSV file, which may begin with a byte order mark; null if there is none. */
export async function lastRow(path: string, delimiter: string): Promise<Place | null> {
  const file = await open(path);
  /** A row is complete only with its line feed: without it, its end may be missing. */
  const isWhole = async (bytes: number): Promise<boolean> => {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, bytes - 2);
    return buffer.toString() === '\r\n';
  };
  try {
    let last: Place | null = null;
    const rows = createReadStream(path).pipe(
      parse({ delimiter, bom: true, info: true, from_line: 2, relax_column_count: true }),
    );
    try {
      for await (const value of rows as AsyncIterable<unknown>) {
        if (!record.Check(value)) throw new Error(`${path} is not an export of submissions`);
        const [id, submittedAt] = value.record;
        const { bytes } = value.info;
        if (id && submittedAt && (await isWhole(bytes))) last = { id, submittedAt, bytes };
      }
    } catch (error) {
      if (!isCutOff(error)) throw error;
    }
    return last;
  } finally {
    await file.close();
  }
}

/** Whether the last row ends inside a quoted cell, or between two quotes. */
const isCutOff = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_INVALID_CLOSING_QUOTE');
