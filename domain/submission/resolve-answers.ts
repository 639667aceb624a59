import { isDeepStrictEqual } from 'node:util';
import { type Fault, noFaults, pointer } from '../check.ts';
import type { Problem } from '../errors.ts';
import type { FieldDefinition } from '../form/field.ts';
import { matchPattern, type PatternMatch } from '../form/pattern.ts';
import { err, ok, type Result } from '../result.ts';
import { wording } from '../wording.ts';
import { unanswered } from './answer-faults.ts';
import { isUnanswered } from './check-value.ts';
import { type Question, type Questions, questionsOf } from './questions.ts';

/** More names than three times the fields are refused unseen: to name the fault of each would take long. */
const minNames = 100;
/** The highest number of problems in a response; every field of a form can have one. */
const maxProblems = 1_000;

interface ResolveOptions {
  readonly matches?: PatternMatch;
  readonly isPartial?: boolean;
}

/** The faults of an answer to which something is to be added. */
const unfinished: readonly Fault['code'][] = ['required', 'too_short'];

/**
 * Resolves submitted answers to a form's questions.
 * @param fields the fields in order; the array must not change afterwards, because derived data is cached
 * @param answers named by key, by id, or by a label that only one field has, in that order. A missing answer
 * takes the field's default; null or the empty value of the kind means no answer. The default is always accepted.
 * @param options.matches matches texts against the patterns of fields
 * @param options.isPartial whether answers may still be missing: then no answer is required, and none is too short
 * @returns a value for each question in order, null for no answer; or every problem
 */
export function resolveAnswers(
  fields: readonly FieldDefinition[],
  answers: Readonly<Record<string, unknown>>,
  { matches = matchPattern, isPartial = false }: ResolveOptions = {},
): Result<unknown[], Problem[]> {
  const sent = Object.keys(answers).length;
  const most = Math.max(fields.length * 3, minNames);
  if (sent > most) return err([tooMany(sent, fields.length)]);
  const questions = questionsOf(fields);
  const { names, misnamed } = nameAnswers(questions, answers);
  const problems: Problem[] = [];
  const values: unknown[] = [];
  for (const question of questions.all) {
    const { field } = question;
    const name = names[question.index];
    const given = question.normalise(name === undefined ? field.default_value : answers[name]);
    const value = isUnanswered(field.kind, given) ? null : given;
    const faults = faultsOf(question, value, matches);
    for (const fault of faults)
      if (!isPartial || !unfinished.includes(fault.code)) problems.push(problemOf(field, name, fault));
    if (field.kind !== 'statement') values.push(value);
  }
  if (problems.length === 0 && misnamed.length === 0) return ok(values);
  return err([...problems, ...misnamed].slice(0, maxProblems));
}

const tooMany = (names: number, fields: number): Problem => ({
  path: '/answers',
  code: 'too_long',
  message: `Has ${names} names, and the form has ${fields} questions.`,
});

function faultsOf(question: Question, value: unknown, matches: PatternMatch): readonly Fault[] {
  const { field, check } = question;
  if (value === null) return field.required && field.kind !== 'statement' ? unanswered : noFaults;
  const faults = check(value, matches);
  return faults.length > 0 && isDefault(question, value) ? noFaults : faults;
}

/** A default was checked when the form was defined. By the rules of an earlier release it may be one that is refused now. */
const isDefault = ({ field, normalise }: Question, value: unknown): boolean =>
  field.default_value !== undefined && isDeepStrictEqual(value, normalise(field.default_value));

const problemOf = (field: FieldDefinition, name: string | undefined, fault: Fault): Problem => ({
  field: field.key,
  path: `/answers${pointer(name ?? field.key)}${fault.at ?? ''}`,
  code: fault.code,
  message: fault.message,
  [wording]: fault[wording],
});

/** Finds the name under which each question was answered, and the names that match no question. */
function nameAnswers(questions: Questions, answers: Readonly<Record<string, unknown>>) {
  const names: (string | undefined)[] = questions.all.map(() => undefined);
  const misnamed: Problem[] = [];
  const refuse = (name: string, code: Problem['code'], message: string) =>
    misnamed.push({ field: name, path: `/answers${pointer(name)}`, code, message });
  // Own names only, each looked up in a map, so that `__proto__` is a name like any other.
  for (const name of Object.keys(answers)) {
    const question = questions.find(name);
    if (question === 'unknown')
      refuse(name, 'unknown_field', 'The form has no question with this key or label.');
    else if (question === 'ambiguous')
      refuse(name, 'ambiguous_field', 'Several questions have this label. Use the key instead.');
    else if (names[question.index] !== undefined)
      refuse(name, 'ambiguous_field', 'The same question is also answered under another name.');
    else names[question.index] = name;
  }
  return { names, misnamed };
}
