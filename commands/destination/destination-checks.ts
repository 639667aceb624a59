import type { DestinationSettings } from '../../domain/destination/events.ts';
import { maxIncludedFields, maxQuestionBytes } from '../../domain/destination/limits.ts';
import { type FormQuestions, resolveQuestions } from '../../domain/destination/resolve-questions.ts';
import type { Problem } from '../../domain/errors.ts';
import { form } from '../../domain/form/decider.ts';
import { askedQuestions } from '../../domain/form/definition.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandDeps } from '../deps.ts';
import { type DestinationRules, parseDestinationUrl } from './destination-url.ts';

/** Returns the questions that all forms of an account ask now. */
export type QuestionsOfAccount = (accountId: string) => Promise<readonly FormQuestions[]>;

export type CheckDeps = Pick<CommandDeps, 'aggregates'> & {
  readonly destinationRules: DestinationRules;
  readonly questionsOfAccount: QuestionsOfAccount;
};

/** The settings of a destination as a request gives them: questions by their labels, keys or ids. */
export type GivenSettings = Omit<DestinationSettings, 'includedFields'>;

/** Returns settings with their URL in its normal form, and the problems of the URL. */
export function withNormalUrl<T extends { readonly url?: string }>(
  settings: T,
  rules: DestinationRules,
): { readonly settings: T; readonly problems: readonly Problem[] } {
  if (settings.url === undefined) return { settings, problems: [] };
  const parsed = parseDestinationUrl(settings.url, rules);
  return parsed.ok
    ? { settings: { ...settings, url: parsed.value }, problems: [] }
    : { settings, problems: [{ path: '/url', code: 'invalid_format', message: parsed.error }] };
}

const path = '/included_questions';
const everything: ChoiceByField = { includedQuestions: [], includedFields: null };

const tooMuchText: Problem = {
  path,
  code: 'too_long',
  message: `The questions have more than ${maxQuestionBytes} bytes together. An empty list includes all of them.`,
};

const tooManyFields: Problem = {
  path,
  code: 'too_long',
  message: `Names more than ${maxIncludedFields} questions. Choose a form, or add a destination for each form.`,
};

/** A choice by the ids of fields, and no more by labels. */
export type ChoiceByField = Pick<DestinationSettings, 'includedQuestions' | 'includedFields'>;

/**
 * Resolves the questions that a request names to their fields. `formId` is the destination's form; null means all
 * forms of the account, as they are now.
 * @param before the choice before. The fields that it includes can be named even after they are removed.
 * @returns the choice, or the problems of the names; null if the form does not belong to the account
 */
export async function resolveChoice(
  deps: Pick<CheckDeps, 'aggregates' | 'questionsOfAccount'>,
  accountId: string,
  { formId, includedQuestions: names }: Pick<GivenSettings, 'formId' | 'includedQuestions'>,
  before?: Pick<DestinationSettings, 'includedFields'>,
): Promise<Result<ChoiceByField, Problem[]> | null> {
  const bytes = names.reduce((sum, name) => sum + Buffer.byteLength(name), 0);
  if (bytes > maxQuestionBytes) return err([tooMuchText]);
  if (formId === null && names.length === 0) return ok(everything);
  const forms =
    formId === null ? await deps.questionsOfAccount(accountId) : await oneForm(deps, accountId, formId);
  if (!forms) return null;
  if (names.length === 0) return ok(everything);
  const resolved = resolveQuestions(path, names, forms, before?.includedFields ?? []);
  if (!resolved.ok) return resolved;
  const count = resolved.value.reduce((sum, { fieldIds }) => sum + fieldIds.length, 0);
  if (count > maxIncludedFields) return err([tooManyFields]);
  return ok({ includedQuestions: [], includedFields: resolved.value });
}

async function oneForm(
  { aggregates }: Pick<CheckDeps, 'aggregates'>,
  accountId: string,
  formId: string,
): Promise<FormQuestions[] | null> {
  const { state } = await aggregates.load(form, streamOf.form(formId));
  if (!state.exists || state.accountId !== accountId) return null;
  return [{ id: formId, title: state.title, questions: askedQuestions(state.fields) }];
}
