import type { RecordedAnswer } from './answered-form.ts';

/** What names the answers of a question. */
export type Named = Pick<RecordedAnswer, 'key' | 'label'>;

/**
 * Returns a name for each of some questions, in order.
 * Names each answer by its label, and a repeated label by the first free of ` (2)`, ` (3)` and so on: never by the label or
 * the key of another question. A label that is the key of another question would name that question's answer when it is sent
 * back, so the key stands for it.
 */
export function distinctNames(questions: readonly Named[]): readonly string[] {
  const keys = new Set(questions.map(({ key }) => key));
  const names = questions.map(({ key, label }) => (label !== key && keys.has(label) ? key : label));
  const free = openNames([...keys, ...names]);
  const seen = new Set<string>();
  return names.map((name) => {
    if (seen.has(name)) return free(name);
    seen.add(name);
    return name;
  });
}

const known = new WeakMap<readonly Named[], readonly string[]>();

/** As `distinctNames`, for the questions of a form: made once for each array, which must not change afterwards. */
export function namesInForm(questions: readonly Named[]): readonly string[] {
  const names = known.get(questions) ?? distinctNames(questions);
  known.set(questions, names);
  return names;
}

/** As earlier releases named labels: a repeated label may take the label of a later question, which is numbered then. */
export const earlierNames = (questions: readonly Named[]): readonly string[] =>
  questions.map(({ label }) => label).map(openNames());

/**
 * Returns answers as an object by label.
 * @param isIncluded which answers to return. An included answer has the same name as among all answers.
 * @param names the name of each answer
 */
export function answersByLabel(
  answers: readonly RecordedAnswer[],
  isIncluded: (answer: RecordedAnswer) => boolean = () => true,
  names = distinctNames(answers),
): Record<string, unknown> {
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
