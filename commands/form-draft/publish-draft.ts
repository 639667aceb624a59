import { formDraft } from '../../domain/form-draft/decider.ts';
import type { Result } from '../../domain/result.ts';
import { streamOf } from '../../domain/stream-names.ts';
import type { CommandContext } from '../../log/aggregates.ts';
import { changeForm, type FormChanges } from '../form/change-form.ts';
import type { FormOutcome } from '../form/form-outcome.ts';
import type { Refusal } from '../refusal.ts';

export interface DraftPublication {
  readonly formId: string;
  /** The draft as changes of the form. */
  readonly changes: FormChanges;
  /** The revisions of the form and of the draft that the changes were read at. */
  readonly formRevision: number;
  readonly draftRevision: number;
  /** The ids of the new questions, in the order of the form. */
  readonly newIds: readonly string[];
}

/**
 * Makes the changes of a draft those of the form, in one append to the form's stream, and then empties the draft. The draft
 * stays where it was saved meanwhile, or where the second append is lost: it then holds what the form has, which is no change,
 * and what was saved since.
 */
export async function publishFormDraft(
  deps: Parameters<typeof changeForm>[0],
  { formId, changes, formRevision, draftRevision, newIds }: DraftPublication,
  context: CommandContext,
): Promise<Result<FormOutcome, Refusal>> {
  const left = [...newIds];
  const newId = () => left.shift() ?? deps.newId();
  const request = { formId, changes, onlyAt: [formRevision] };
  const changed = await changeForm({ ...deps, newId }, request, context);
  if (!changed.ok) return changed;
  const { revision } = changed.value;
  const command = { type: 'PublishFormDraft', formRevision: revision, at: deps.now().toISOString() } as const;
  await deps.aggregates.executeAt(formDraft, streamOf.formDraft(formId), draftRevision, [command], context);
  return changed;
}
