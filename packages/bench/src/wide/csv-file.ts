import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../harness/context.ts';
import { answersTo } from './wide-form.ts';

/** Writes a table of so many columns and rows. @param first the number of the first row @returns its path */
export async function writeCsv(
  context: Context,
  { columns, rows, first = 0 }: { columns: number; rows: number; first?: number },
): Promise<string> {
  const path = join(await context.tempDir(), 'answers.csv');
  const header = Object.keys(answersTo(columns, 0)).map((key) => `What is the answer to ${key}?`);
  const lines = Array.from({ length: rows }, (_, row) => Object.values(answersTo(columns, first + row)));
  await writeFile(path, [header, ...lines].map((cells) => `${cells.join(',')}\n`).join(''));
  return path;
}
