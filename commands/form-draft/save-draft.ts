import { applyChanges, changesBetween, isNoChange } from '../../domain/form-draft/changes.ts';
import { type DraftConflict, formDraft } from '../../domain/form-draft/decider.ts';
import type { DraftChanges } from '../../domain/form-draft/events.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import type { CommandDeps } from '../deps.ts';
import { invalid, notFound, type Refusal } from '../refusal.ts';
import { readFormDraft } from './read-draft.ts';

/** The most characters of a draft as JSON. It is folded in memory, and shown on one page. */
const maxCharacters = 1_000_000;
/** So many moves are kept one by one; then the next save places every question. */
const maxPlaced = 500;

/** Changes of a form's draft, with the revisions that they were made to. */
export interface DraftSave {
  readonly formId: string;
  readonly seen: number;
  readonly formRevision: number;
  readonly changes: DraftChanges;
}

type Deps = Pick<CommandDeps, 'aggregates' | 'now' | 'revisions'>;

interface Saved {
  readonly revision: number;
  readonly position: bigint | null;
}

/**
 * Saves changes of a form that respondents do not see yet. Changes of questions that no other person has changed since are saved
 * beside the changes of others; otherwise nothing is saved, and `draft_conflict` names the questions. Changes that the draft
 * already has are not saved again.
 */
export async function saveFormDraft(
  deps: Deps,
  { formId, seen, formRevision, changes }: DraftSave,
  context: CommandContext,
): Promise<Result<Saved, Refusal | DraftConflict>> {
  const current = await readFormDraft(deps, formId);
  if (!current || current.form.accountId !== context.accountId) return notFound;
  const { status } = current.form;
  if (status === 'archived') return err({ code: 'invalid_transition', from: status, to: 'draft changed' });
  const { draft, draftRevision, outdated } = current;
  const after = applyChanges(draft, changes);
  if (JSON.stringify(after).length > maxCharacters)
    return invalid('The draft is too long.', [
      { path: '/fields', code: 'too_long', message: 'The form is too long.' },
    ]);
  const isKnown = isNoChange(changesBetween(draft, after));
  if (isKnown && outdated.length === 0) return ok({ revision: draftRevision, position: null });
  const { placed = [] } = changes;
  const placesAll = placed.length > 0 && current.moves + placed.length > maxPlaced;
  const all = after.fields.map(({ id }, at) => ({ id, after: after.fields[at - 1]?.id ?? null }));
  const command = {
    type: 'SaveFormDraft',
    seen,
    formRevision,
    changes: placesAll ? { ...changes, placed: all } : changes,
    placesAll,
    at: deps.now().toISOString(),
  } as const;
  const saved = await deps.aggregates.execute(formDraft, streamOf.formDraft(formId), [command], context);
  if (!saved.ok) return saved;
  const { revision, position } = saved.value;
  return ok({ revision, position });
}

/** Gives the changes of a form's draft up. */
export async function discardFormDraft(
  { aggregates, now }: Pick<Deps, 'aggregates' | 'now'>,
  formId: string,
  context: CommandContext,
): Promise<{ readonly position: bigint | null }> {
  const command = { type: 'DiscardFormDraft', at: now().toISOString() } as const;
  const done = await aggregates.execute(formDraft, streamOf.formDraft(formId), [command], context);
  return { position: done.ok ? done.value.position : null };
}
