import { err } from '../../../domain/result.ts';

/** Why a file cannot be imported. Never quotes a cell: answers do not belong on a terminal. */
export interface CsvFault {
  /** From 1; null where the fault is the file's as a whole. */
  readonly line: number | null;
  readonly message: string;
}

/** A refusal of the file. */
export const refuseCsv = (line: number | null, message: string) => err<CsvFault>({ line, message });
