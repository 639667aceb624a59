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
  const freeName = openNames();
  const included = new Set(includedQuestions);
  const entries: [string, unknown][] = [];
  for (const { label, value } of answers) {
    const name = freeName(label);
    if (included.size === 0 || included.has(label)) entries.push([name, value]);
  }
  // Unlike an assignment, this makes an own member even of `__proto__`.
  return Object.fromEntries(entries);
}

/** Gives each label a name that no other has. @param names those that are taken */
export function openNames(names: readonly string[] = []): (label: string) => string {
  const taken = new Set(names);
  /** The first number that may be free for a label: hundreds of equal labels would otherwise try each other's numbers. */
  const next = new Map<string, number>();
  return (label) => {
    let name = label;
    let count = next.get(label) ?? 2;
    for (; taken.has(name); count++) name = `${label} (${count})`;
    next.set(label, count);
    taken.add(name);
    return name;
  };
}
