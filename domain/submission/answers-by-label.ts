import type { RecordedAnswer } from './events.ts';

/**
 * Answers as an object by label. A label that comes again gets ` (2)`, ` (3)`.
 * @param includedQuestions the labels to keep; all where it is empty. A kept answer has the name that it has
 *   among all of them.
 */
export function answersByLabel(
  answers: readonly RecordedAnswer[],
  includedQuestions: readonly string[] = [],
): Record<string, unknown> {
  const taken = new Set<string>();
  const included = new Set(includedQuestions);
  const entries: [string, unknown][] = [];
  for (const { label, value } of answers) {
    const name = freeName(label, taken);
    taken.add(name);
    if (included.size === 0 || included.has(label)) entries.push([name, value]);
  }
  // Unlike an assignment, this makes an own member even of `__proto__`.
  return Object.fromEntries(entries);
}

function freeName(label: string, taken: ReadonlySet<string>): string {
  let name = label;
  for (let count = 2; taken.has(name); count++) name = `${label} (${count})`;
  return name;
}
