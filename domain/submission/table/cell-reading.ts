import { type Fault, faulty } from '../../check.ts';
import { err, type Result } from '../../result.ts';
import type { DateOrder } from './read-dates.ts';

/** How the texts of a table are read. */
export interface CellReading {
  /** Whether numbers are written as in JSON, as tables of this service have them, and have one meaning alone. */
  readonly exactNumbers: boolean;
  /** The language of numbers in other tables, a BCP 47 tag. */
  readonly language?: string | undefined;
  /** The order of day and month where both may be either. */
  readonly dateOrder: DateOrder | null;
  /** The zone of times that have none. */
  readonly timeZone: string;
}

/** An answer as it was read, or the faults of its cells. */
export type Read = Result<unknown, readonly Fault[]>;
/** Reads a cell that is not blank. */
export type CellReader = (cell: string) => Read;

export const misread = (message: string, code: Fault['code'] = 'invalid_format'): Read =>
  err(faulty(code, message));
