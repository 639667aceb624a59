/** Returns an answer, in JSON, as a repeated request gets it. */
export function withoutShown(json: string, shownOnce: readonly string[]): string {
  const answer: unknown = JSON.parse(json);
  const members = Object.entries(Object(answer) as Readonly<Record<string, unknown>>);
  const kept = members.filter(([name]) => !shownOnce.includes(name));
  return JSON.stringify({ ...Object.fromEntries(kept), shown_once: [...shownOnce] });
}

/** The member of an answer that shows a secret, or, for a repeated request, names that member in `shown_once`. */
export const shown = <K extends string>(name: K, secret: string | null) =>
  secret === null ? { shown_once: [name] } : ({ [name]: secret } as Readonly<Record<K, string>>);
