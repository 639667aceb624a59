import type { OpenDraft } from '../../../commands/form-draft/read-draft.ts';
import { apiKey } from '../../../domain/api-key/decider.ts';
import type { Actor } from '../../../domain/event.ts';
import { person } from '../../../domain/person/decider.ts';
import { authorName } from '../../../domain/sentences/authors.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { WebDeps } from '../../web-deps.ts';

async function nameOf({ aggregates }: Pick<WebDeps, 'aggregates'>, actor: Actor): Promise<string> {
  if (actor.kind === 'member') {
    const { state } = await aggregates.load(person, streamOf.person(actor.id), 1_000);
    return authorName(actor, state.exists ? state.name : null);
  }
  if (actor.kind !== 'key') return authorName(actor, null);
  const { state } = await aggregates.load(apiKey, streamOf.apiKey(actor.id), Infinity);
  return authorName(actor, state.exists ? state.name : null);
}

/** The most events that names are read from: the newest. */
const maxEvents = 50;

/** Returns the names of those who changed a form or its draft after these revisions. */
export async function changedBy(
  deps: Pick<WebDeps, 'aggregates' | 'log'>,
  { form, formRevision, draftRevision }: Pick<OpenDraft, 'form' | 'formRevision' | 'draftRevision'>,
  after: { readonly draft: number; readonly form: number },
): Promise<string[]> {
  const actors = new Map<string, Actor>();
  for (const [stream, revision] of [
    [streamOf.formDraft(form.formId), Math.max(after.draft, draftRevision - maxEvents)],
    [streamOf.form(form.formId), Math.max(after.form, formRevision - maxEvents)],
  ] as const)
    for await (const { metadata } of deps.log.readStream(stream, revision + 1))
      actors.set(`${metadata.actor.kind} ${metadata.actor.id}`, metadata.actor);
  return Promise.all([...actors.values()].map((actor) => nameOf(deps, actor)));
}
