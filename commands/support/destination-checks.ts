import type { Problem } from '../../domain/errors.ts';
import type { DestinationSettings } from '../../domain/destination/events.ts';
import { maxQuestionBytes } from '../../domain/destination/limits.ts';
import { unknownQuestions } from '../../domain/destination/template.ts';
import { form } from '../../domain/form/decider.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandDeps } from './deps.ts';
import { parseDestinationUrl, type DestinationRules } from './destination-url.ts';

export type CheckDeps = Pick<CommandDeps, 'aggregates'> & { readonly destinationRules: DestinationRules };

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

const tooMuchText: Problem = {
  path: '/included_questions',
  code: 'too_long',
  message: `The questions have more than ${maxQuestionBytes} bytes together. An empty list includes all of them.`,
};

/**
 * Returns the problems of the included questions. They are checked only for a single form: for all forms of
 * an account they cannot be, since the next form may contain any question.
 * @returns null if the form does not belong to the account
 */
export async function questionProblems(
  { aggregates }: Pick<CommandDeps, 'aggregates'>,
  accountId: string,
  { formId, includedQuestions }: Pick<DestinationSettings, 'formId' | 'includedQuestions'>,
): Promise<Problem[] | null> {
  const bytes = includedQuestions.reduce((sum, label) => sum + Buffer.byteLength(label), 0);
  if (bytes > maxQuestionBytes) return [tooMuchText];
  if (formId === null) return [];
  const { state } = await aggregates.load(form, streamOf.form(formId));
  if (!state.exists || state.accountId !== accountId) return null;
  return unknownQuestions('/included_questions', includedQuestions, state.fields);
}
