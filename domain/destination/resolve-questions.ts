import { pointer } from '../check.ts';
import type { Problem } from '../errors.ts';
import type { AskedQuestion } from '../form/definition.ts';
import { err, ok, type Result } from '../result.ts';
import { composed } from '../text.ts';
import type { ChosenFields } from './question-choice.ts';

/** The questions that a form asks now. */
export interface FormQuestions {
  readonly id: string;
  readonly title: string;
  readonly questions: readonly AskedQuestion[];
}

interface Named {
  readonly formId: string;
  readonly question: AskedQuestion;
}

/**
 * Resolves the names of questions to their fields: a name is an id, or the label or key of one question of a
 * form. A label that several forms ask names the question of each; a key counts only where no form has such a label.
 * @param path the path of the list of names
 * @param chosen the fields that are chosen already. Their ids stay valid after their questions are removed.
 * @returns the fields, each once; or a problem for each name that is unknown, or ambiguous within a form
 */
export function resolveQuestions(
  path: string,
  names: readonly string[],
  forms: readonly FormQuestions[],
  chosen: readonly ChosenFields[] = [],
): Result<ChosenFields[], Problem[]> {
  const find = openFinder(forms);
  const formOfChosen = new Map(
    chosen.flatMap(({ formId, fieldIds }) => fieldIds.map((id) => [id, formId] as const)),
  );
  const fields = new Map<string, Set<string>>();
  const choose = (formId: string, fieldId: string) =>
    fields.set(formId, (fields.get(formId) ?? new Set<string>()).add(fieldId));
  const problems: Problem[] = [];
  for (const [index, name] of names.entries()) {
    const found = find(name);
    const formId = formOfChosen.get(name);
    const problem = problemOf(found, name, forms);
    if (found.length === 0 && formId !== undefined) choose(formId, name);
    else if (problem) problems.push({ path: path + pointer(index), ...problem });
    else for (const { formId: owner, question } of found) choose(owner, question.fieldId);
  }
  if (problems.length > 0) return err(problems);
  return ok([...fields].map(([formId, ids]) => ({ formId, fieldIds: [...ids] })));
}

/** Returns a function that finds the questions of a name. */
function openFinder(forms: readonly FormQuestions[]): (name: string) => readonly Named[] {
  const [ids, labels, keys] = [
    new Map<string, Named[]>(),
    new Map<string, Named[]>(),
    new Map<string, Named[]>(),
  ];
  const add = (names: Map<string, Named[]>, name: string, named: Named) => {
    const known = names.get(name);
    if (known) known.push(named);
    else names.set(name, [named]);
  };
  for (const { id: formId, questions } of forms)
    for (const question of questions) {
      const named = { formId, question };
      add(ids, question.fieldId, named);
      add(labels, composed(question.label), named);
      add(keys, question.key, named);
    }
  return (name) => {
    const byId = ids.get(name);
    if (byId) return byId;
    const byLabel = labels.get(composed(name));
    const byKey = keys.get(name) ?? [];
    if (!byLabel) return byKey;
    const labelled = new Set(byLabel.map(({ formId }) => formId));
    // In a form that has the label, a key of another question makes the name ambiguous.
    return [...new Set([...byLabel, ...byKey.filter(({ formId }) => labelled.has(formId))])];
  };
}

function problemOf(
  found: readonly Named[],
  name: string,
  forms: readonly FormQuestions[],
): Pick<Problem, 'code' | 'message'> | null {
  const [only] = forms;
  if (found.length === 0) {
    const subject = forms.length === 1 && only ? 'The form has' : 'No form of the account has';
    const object = forms.length === 1 ? 'no question' : 'a question';
    return { code: 'unknown_field', message: `${subject} ${object} "${name}".` };
  }
  const seen = new Map<string, Named>();
  for (const named of found) {
    const other = seen.get(named.formId);
    if (other && other.question.fieldId !== named.question.fieldId) {
      const several = found.filter(({ formId }) => formId === named.formId);
      const choices = several.map(({ question }) => question.fieldId).join(', ');
      const title = forms.find(({ id }) => id === named.formId)?.title ?? named.formId;
      return {
        code: 'ambiguous_field',
        message: `Names several questions of the form "${title}". Use one of their ids: ${choices}.`,
      };
    }
    seen.set(named.formId, named);
  }
  return null;
}

/**
 * Returns the names of a form's questions under which `resolveQuestions` finds them again: the label where it names that
 * question alone, otherwise the id.
 */
export function namesOfQuestions(form: FormQuestions): ReadonlyMap<string, string> {
  const find = openFinder([form]);
  return new Map(
    form.questions.map(({ fieldId, label }) => [fieldId, find(label).length === 1 ? label : fieldId]),
  );
}
