import { apiKey } from '../../../domain/api-key/decider.ts';
import type { Actor } from '../../../domain/event.ts';
import { authorName } from '../../../domain/sentences/authors.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { WebDeps } from '../../web-deps.ts';

async function nameOf({ aggregates }: Pick<WebDeps, 'aggregates'>, actor: Actor): Promise<string> {
  if (actor.kind !== 'key') return authorName(actor, null);
  const { state } = await aggregates.load(apiKey, streamOf.apiKey(actor.id), Infinity);
  return authorName(actor, state.exists ? state.name : null);
}

/** Returns the names of those who changed a form or its draft after these revisions. */
export async function changedBy(
  deps: Pick<WebDeps, 'aggregates' | 'log'>,
  formId: string,
  after: { readonly draft: number; readonly form: number },
): Promise<string[]> {
  const actors = new Map<string, Actor>();
  for (const [stream, revision] of [
    [streamOf.formDraft(formId), after.draft],
    [streamOf.form(formId), after.form],
  ] as const)
    for await (const { metadata } of deps.log.readStream(stream, revision + 1))
      actors.set(`${metadata.actor.kind} ${metadata.actor.id}`, metadata.actor);
  return Promise.all([...actors.values()].map((actor) => nameOf(deps, actor)));
}
