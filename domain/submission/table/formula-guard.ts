/**
 * The beginning of a cell that a spreadsheet takes for a formula: a sign, in every width, a tab or a carriage return. Some
 * programs drop invisible characters before they look for it.
 */
const formula = /^[\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/u;
const guardedFormula = new RegExp(`^'+${formula.source.slice(1)}`, 'u');

/**
 * Puts an apostrophe before a text that a spreadsheet would run as a formula, and before one that looks as if it had been given
 * one, so that `withoutGuard` returns every text unchanged.
 */
export const withGuard = (text: string): string =>
  formula.test(text) || guardedFormula.test(text) ? `'${text}` : text;

/** Removes the apostrophe that `withGuard` has added. */
export const withoutGuard = (cell: string): string => (guardedFormula.test(cell) ? cell.slice(1) : cell);
