import { err } from '../../../../domain/result.ts';

/** The reason why a file cannot be imported. It never quotes a cell: answers do not belong on a terminal. */
export interface CsvFault {
  /** From 1; null for a fault of the whole file. */
  readonly line: number | null;
  readonly message: string;
}

/** The result for a file that cannot be imported. */
export const refuseCsv = (line: number | null, message: string) => err<CsvFault>({ line, message });
