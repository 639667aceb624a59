import type { Problem } from '../../domain/errors.ts';
import { form, isFormOf } from '../../domain/form/decider.ts';
import type { FormChange } from '../../domain/form/relevant-changes.ts';
import { ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { givenValues } from '../../domain/submission/given-values.ts';
import type { Aggregates } from '../../log/aggregates.ts';
import type { FormAtRevision, FormRevisions } from '../../log/form-revisions.ts';
import { changesInTurns } from '../form/patterns.ts';
import { invalid, notFound, type Refusal } from '../refusal.ts';

/** Names the form that was answered: by the revision of its stream, or by the version of its fields. */
export type Answered = { readonly revision: number } | { readonly version: number };

interface Deps {
  readonly aggregates: Pick<Aggregates, 'load' | 'loadAhead'>;
  readonly revisions: FormRevisions;
}

/** The form that was answered, and the form as it is now; the same object if they are the same. */
export interface AnsweredForm {
  readonly shown: FormAtRevision;
  readonly now: FormAtRevision;
}

/**
 * The greatest age of the form against which answers are checked: a change takes effect in every process
 * within this time.
 */
const formMaxAgeMs = 1_000;

/**
 * Finds the form of an account that was answered.
 * @param answered null for the present form
 * @returns `invalid_request` for a version that the form never had
 * @throws LogUnavailable
 */
export async function findAnsweredForm(
  deps: Deps,
  formId: string,
  accountId: string,
  answered: Answered | null,
): Promise<Result<AnsweredForm, Refusal>> {
  const now = await presentForm(deps, formId, accountId, answered);
  if (!now) return notFound;
  if (answered === null || isPresent(now, answered)) return ok({ shown: now, now });
  if (isAhead(now, answered)) return unknownVersion(now);
  const shown =
    'revision' in answered
      ? await deps.revisions.at(formId, answered.revision)
      : await deps.revisions.ofVersion(formId, answered.version);
  return shown ? ok({ shown, now }) : unknownVersion(now);
}

async function presentForm(
  { aggregates }: Deps,
  formId: string,
  accountId: string,
  answered: Answered | null,
): Promise<FormAtRevision | null> {
  const belongsToAccount = isFormOf(accountId);
  const stream = streamOf.form(formId);
  const { state, revision } = await aggregates.loadAhead(form, stream, formMaxAgeMs, belongsToAccount);
  if (!belongsToAccount(state)) return null;
  if (!answered || !isAhead({ form: state, revision }, answered)) return { form: state, revision };
  // Another process has shown a revision that this one has not seen yet.
  const newest = await aggregates.load(form, stream);
  return belongsToAccount(newest.state) ? { form: newest.state, revision: newest.revision } : null;
}

const isPresent = ({ form: { version }, revision }: FormAtRevision, answered: Answered): boolean =>
  'revision' in answered ? answered.revision === revision : answered.version === version;

const isAhead = ({ form: { version }, revision }: FormAtRevision, answered: Answered): boolean =>
  'revision' in answered ? answered.revision > revision : answered.version > version;

/** Stands for an answer that could not be read: it answers its question, and fits no check. */
const unread = Symbol('unread');

/**
 * Returns the changes of a form since it was shown that matter to the answers.
 * @param unreadable the problems of typed answers that are not among `answers`
 */
export async function changesSince(
  { shown, now }: AnsweredForm,
  answers: Readonly<Record<string, unknown>>,
  unreadable: readonly Problem[] = [],
): Promise<FormChange[]> {
  if (shown === now) return [];
  const unreadByKey = unreadable.map(({ field = '' }) => [field, unread] as const);
  const given = givenValues(shown.form.fields, { ...answers, ...Object.fromEntries(unreadByKey) });
  return changesInTurns(shown.form, now.form, given);
}

const unknownVersion = ({ form: { version } }: FormAtRevision) =>
  invalid('The form never had this version.', [
    {
      path: '/form_version',
      code: 'out_of_range',
      message:
        version === 1
          ? 'Must be 1, the only version of the form.'
          : `Must be a version of the form: 1 to ${version}.`,
    },
  ]);
