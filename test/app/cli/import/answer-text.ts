/** An answer as the cell it came from: nothing for none. */
export function answerText(value: unknown): string {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new Error(`a cell never becomes ${JSON.stringify(value)}`);
}
