/** A row as the API takes it. */
export interface SentRow {
  readonly key: string;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly submitted_at: string;
}

/** The most rows, values and characters of a request. */
const [maxRows, maxValues, maxCharacters] = [200, 5_000, 400_000];

/** A row to send, beside what it was made of; null for a row that cannot be sent. */
interface Row {
  readonly sent: SentRow | null;
}

/** Divides rows into requests, in their order. */
export async function* inRequests<R extends Row>(
  rows: Iterable<R> | AsyncIterable<R>,
): AsyncGenerator<readonly R[]> {
  let batch: R[] = [];
  let [values, characters] = [0, 0];
  for await (const row of rows) {
    const [ownValues, ownCharacters] = [valuesIn(row.sent?.answers) + 5, JSON.stringify(row.sent).length];
    const isFull =
      batch.length === maxRows ||
      values + ownValues > maxValues ||
      characters + ownCharacters > maxCharacters;
    if (isFull && batch.length > 0) {
      yield batch;
      batch = [];
      [values, characters] = [0, 0];
    }
    batch.push(row);
    values += ownValues;
    characters += ownCharacters;
  }
  if (batch.length > 0) yield batch;
}

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + valuesIn(inner), 1);
}
