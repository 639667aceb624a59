import { fold } from '../../domain/decider.ts';
import { changedChoices, type DestinationChoice } from '../../domain/destination/choice-changes.ts';
import type { FormCommand } from '../../domain/form/commands.ts';
import { type ExistingForm, form, type FormStatus } from '../../domain/form/decider.ts';
import { cleanInput } from '../../domain/form/define-fields.ts';
import { type AskedQuestion, askedQuestions } from '../../domain/form/definition.ts';
import type { FieldDefinition, FieldInput } from '../../domain/form/field.ts';
import type { FormLocale } from '../../domain/form/locale.ts';
import { checkLocale } from '../../domain/form/locale.ts';
import { matchFields } from '../../domain/form/match-fields.ts';
import type { ResponseChanges } from '../../domain/form/responses.ts';
import { checkThanks } from '../../domain/form/thanks.ts';
import { checkTitle } from '../../domain/form/title.ts';
import { choiceWarnings, type FormWarning } from '../../domain/form/warnings.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import { cleanText } from '../../domain/text.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { notFound, type Refusal } from '../refusal.ts';
import { runOnce } from '../run-once.ts';
import { findPictures, type LookRequest } from './chosen-pictures.ts';
import { type FormOutcome, formOutcome, invalidForm } from './form-outcome.ts';
import { defineInTurns } from './patterns.ts';

export interface FormChanges {
  readonly title?: string;
  readonly description?: string;
  readonly slug?: string;
  readonly status?: FormStatus;
  /** Null takes a setting back. */
  readonly locale?: FormLocale;
  readonly responses?: ResponseChanges;
  readonly look?: LookRequest;
  readonly fields?: readonly FieldInput[];
}

export interface FormChangeRequest {
  readonly formId: string;
  readonly changes: FormChanges;
  /** The revisions at which the change is permitted; by default any. */
  readonly onlyAt?: readonly number[];
}

/** Returns the destinations of an account that have chosen questions. */
export type DestinationChoices = (accountId: string) => Promise<readonly DestinationChoice[]>;

type Deps = Pick<
  CommandDeps,
  'log' | 'aggregates' | 'publications' | 'slugs' | 'exclusively' | 'now' | 'newId'
> & {
  readonly destinationChoices: DestinationChoices;
};

/**
 * Changes a form of the context's account in one append: all changes or none. Publishing first takes a grant
 * of the account, and unpublishing returns the grant afterwards. A repeated request returns the outcome of its first
 * run, even if that outcome was unknown.
 */
export async function changeForm(
  deps: Deps,
  request: FormChangeRequest,
  context: CommandContext,
): Promise<Result<FormOutcome, Refusal>> {
  const { accountId } = context;
  const stream = streamOf.form(request.formId);
  return runOnce(
    deps,
    form,
    stream,
    context,
    () => deps.exclusively(stream, () => change(deps, request, context)),
    (done) => (done.state.exists && done.state.accountId === accountId ? formOutcome(done, false) : notFound),
  );
}

async function change(
  deps: Deps,
  { formId, changes, onlyAt }: FormChangeRequest,
  context: CommandContext,
): Promise<Result<FormOutcome, Refusal>> {
  const stream = streamOf.form(formId);
  for (;;) {
    const current = await deps.aggregates.load(form, stream);
    const { state, revision } = current;
    if (!state.exists || state.accountId !== context.accountId) return notFound;
    if (onlyAt && !onlyAt.includes(revision)) return err({ code: 'revision_mismatch', revision });
    const planned = await plan(deps, state, changes);
    if (!planned.ok) return planned;
    const { commands, status, fields, isNoop } = planned.value;
    if (isNoop) return formOutcome(current, false);
    // Read before the append, after which a failed read must not turn the answer into an error.
    const guesses = changes.fields ? matchFields(changes.fields.map(cleanInput), state.fields).warnings : [];
    const warnings = [
      ...guesses,
      ...(changes.fields ? choiceWarnings(fields) : []),
      ...(await warningsOf(deps, state, fields)),
    ];
    // At the revision of the decision, for which the grant was taken.
    const append = () => deps.aggregates.executeAt(form, stream, revision, commands, context);
    const changed = await withSlug(deps, state, changes.slug, context, () =>
      withGrant(deps, state, status, append, context),
    );
    if (changed.ok) return formOutcome(changed.value, false, warnings);
    if (changed.error.code !== 'revision_mismatch') return changed;
    // The form was changed meanwhile: reads it again.
  }
}

/** Returns what a change of the fields changes for destinations. */
async function warningsOf(
  { destinationChoices }: Pick<Deps, 'destinationChoices'>,
  { formId, accountId, fields: present }: ExistingForm,
  fields: readonly FieldDefinition[],
): Promise<readonly FormWarning[]> {
  const [before, after] = [askedQuestions(present), askedQuestions(fields)];
  const isSame = (question: AskedQuestion) =>
    after.some(
      ({ fieldId, label, kind }) =>
        fieldId === question.fieldId && label === question.label && kind === question.kind,
    );
  if (fields === present || (before.every(isSame) && after.length === before.length)) return [];
  return changedChoices(formId, before, after, await destinationChoices(accountId));
}

/** Returns the commands to run and the resulting status, which must be known before a grant is taken. */
async function plan({ aggregates, now, newId }: Deps, state: ExistingForm, changes: FormChanges) {
  const { title, description, slug, fields, status, responses, look = {}, locale = {} } = changes;
  const checked = checkLocale(locale);
  const defined = fields ? await defineInTurns(fields, state.fields, newId) : ok(null);
  const named = title === undefined ? ok(title) : checkTitle(title);
  const taken = checkThanks(responses ?? {});
  const styled = await findPictures({ aggregates }, look, state.accountId);
  if (!defined.ok || !checked.ok || !named.ok || !taken.ok || !styled.ok)
    return invalidForm(defined, named, checked, taken, styled);
  const at = now().toISOString();
  const commands: FormCommand[] = [];
  // First, so that the last revision with the former fields also has the title and description that went with them.
  if (defined.value) commands.push({ type: 'ChangeFormFields', fields: defined.value, at });
  const details = {
    ...(named.value !== undefined && { title: named.value }),
    ...(description !== undefined && { description: cleanText(description) }),
    ...(slug !== undefined && { slug }),
    ...checked.value,
  };
  if (Object.keys(details).length > 0) commands.push({ type: 'ChangeFormDetails', ...details, at });
  if (responses) commands.push({ type: 'ChangeFormResponses', ...taken.value, at });
  if (Object.keys(styled.value).length > 0) commands.push({ type: 'ChangeFormLook', ...styled.value, at });
  // Publishing records the title and so comes last; leaving the archive permits the other changes and so
  // comes first.
  if (status === 'draft') commands.unshift({ type: moves[status], at });
  else if (status) commands.push({ type: moves[status], at });
  return decideAll(state, commands);
}

const moves = {
  draft: 'ReturnFormToDraft',
  published: 'PublishForm',
  closed: 'CloseForm',
  archived: 'ArchiveForm',
} as const satisfies Record<FormStatus, FormCommand['type']>;

function decideAll(from: ExistingForm, commands: readonly FormCommand[]) {
  let state: ReturnType<typeof form.evolve> = from;
  for (const command of commands) {
    const decided = form.decide(command, state);
    if (!decided.ok) return decided;
    state = fold(form, state, decided.value);
  }
  const { status, fields } = state.exists ? state : from;
  return ok({ commands, status, fields, isNoop: state === from });
}

/** Runs an append that may change the slug of a form, which is taken before; the other slug is given back afterwards. */
async function withSlug<T, E extends Refusal>(
  { slugs }: Pick<Deps, 'slugs'>,
  { formId, slug: before }: ExistingForm,
  slug: string | undefined,
  context: CommandContext,
  run: () => Promise<Result<T, E>>,
): Promise<Result<T, E | Refusal>> {
  if (slug === undefined || slug === before) return run();
  const taken = await slugs.take(slug, formId, context);
  if (!taken.ok) return taken;
  const done = await run();
  await slugs.release(done.ok ? before : slug, formId, context);
  return done;
}

/** Runs an append that moves a form to `status`, and takes or returns the grant that this requires. */
async function withGrant<T, E extends Refusal>(
  { publications }: Deps,
  { formId, status: from }: ExistingForm,
  status: FormStatus,
  append: () => Promise<Result<T, E>>,
  context: CommandContext,
): Promise<Result<T, E | Refusal>> {
  if ((from === 'published') === (status === 'published')) return append();
  if (status === 'published') {
    const granted = await publications.take(formId, context);
    if (!granted.ok) return granted;
    const published = await append();
    const { isFirst, revision } = granted.value;
    if (!published.ok && isFirst) await publications.releaseGrant(formId, revision, context);
    return published;
  }
  const since = await publications.revisionOf(context.accountId);
  const takenBack = await append();
  if (takenBack.ok) await publications.releaseGrant(formId, since, context);
  return takenBack;
}
