import type { RecordedAnswer } from './events.ts';

/** Returns a name for each of some labels, in order. */
export type Naming = (labels: readonly string[]) => string[];

/**
 * Names each label by itself, and a repeated one by the first free of ` (2)`, ` (3)` and so on: never by the label of
 * another question.
 */
export const distinctNames: Naming = (labels) => {
  const free = openNames(labels);
  const seen = new Set<string>();
  return labels.map((label) => {
    if (seen.has(label)) return free(label);
    seen.add(label);
    return label;
  });
};

/** As earlier releases named labels: a repeated label may take the label of a later question, which is numbered then. */
export const earlierNames: Naming = (labels) => labels.map(openNames());

/**
 * Returns answers as an object by label.
 * @param isIncluded which answers to return. An included answer has the same name as among all answers.
 */
export function answersByLabel(
  answers: readonly RecordedAnswer[],
  isIncluded: (answer: RecordedAnswer) => boolean = () => true,
  naming: Naming = distinctNames,
): Record<string, unknown> {
  const names = naming(answers.map(({ label }) => label));
  const entries = answers.flatMap((answer, index) =>
    isIncluded(answer) ? [[names[index] ?? answer.label, answer.value] as const] : [],
  );
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
