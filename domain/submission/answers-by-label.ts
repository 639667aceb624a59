import type { RecordedAnswer } from './events.ts';

/**
 * Returns answers as an object by label. A repeated label is suffixed with ` (2)`, ` (3)`.
 * @param includedQuestions the labels to include; all if empty. An included answer has the same name as among
 * all answers.
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
