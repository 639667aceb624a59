import type { FieldDefinition } from '../../form/field.ts';
import { ok } from '../../result.ts';
import type { CellReading, Read } from './cell-reading.ts';
import { partsReader } from './read-parts.ts';
import { wholeReader } from './read-whole-cell.ts';

/** The cells of an answer by the part that they hold; null for the whole answer. */
export type AnswerCells = ReadonlyMap<string | null, string>;

const isBlank = (cell: string): boolean => cell.trim() === '';

/**
 * Returns a reader of the answers to a field. It reads values of the field's kind and leaves their rules to the check of answers.
 * @returns the value, null for no answer; or what is wrong with the cells
 */
export function answerReader(field: FieldDefinition, reading: CellReading): (cells: AnswerCells) => Read {
  const whole = wholeReader(field, reading);
  const parts = partsReader(field, reading);
  return (cells) => {
    const cell = cells.get(null) ?? '';
    if (!isBlank(cell)) return whole(cell);
    const filled = new Map<string, string>();
    for (const [part, text] of cells) if (part !== null && !isBlank(text)) filled.set(part, text);
    return filled.size === 0 ? ok(null) : parts(filled);
  };
}
