/** What a record or a body holds of answers, beside other members. */
interface Answered {
  readonly answers: Readonly<Record<string, unknown>>;
}

/** A name that objects put before all others, whatever the order in which it was given. */
const isIndex = (name: string): boolean => /^(?:0|[1-9]\d*)$/.test(name);

/**
 * Encodes an object as JSON, with the members of `answers` in the order of their names: a label such as `10` would
 * otherwise come first.
 * @param names the names of the answers, in the form's order
 */
export function answersInOrder(body: Answered, names: readonly string[]): string {
  if (!names.some(isIndex)) return JSON.stringify(body);
  const answers = new Map(Object.entries(body.answers));
  const members = (entries: readonly (readonly [string, string])[]): string =>
    `{${entries.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
  const inOrder = names.filter((name) => answers.has(name));
  return members(
    Object.entries(body)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        name,
        name === 'answers'
          ? members(inOrder.map((each) => [each, JSON.stringify(answers.get(each) ?? null)]))
          : JSON.stringify(value),
      ]),
  );
}
