import type { CommandDeps } from '../../../commands/deps.ts';
import { readFormDraft } from '../../../commands/form-draft/read-draft.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { EventLog } from '../../../log/event-log.ts';
import type { ArchivedForm, ArchivedVersion } from '../../contract/accounts/account-archive.ts';
import { shownLook, shownResponses } from '../../requests/form-settings.ts';

/** Returns a form with its draft, from the log; null for a form that does not exist. @throws LogUnavailable */
export async function archivedForm(
  deps: Pick<CommandDeps, 'aggregates' | 'revisions'>,
  formId: string,
): Promise<ArchivedForm | null> {
  const open = await readFormDraft(deps, formId);
  if (!open) return null;
  const { form, draft, savedAt } = open;
  return {
    id: form.formId,
    slug: form.slug,
    title: form.title,
    description: form.description,
    status: form.status,
    language: form.language ?? null,
    time_zone: form.timeZone ?? null,
    responses: form.responses ? shownResponses(form.responses) : null,
    look: form.look ? shownLook(form.look) : null,
    version: form.version,
    created_at: form.createdAt,
    updated_at: form.updatedAt,
    draft: savedAt === null ? null : { saved_at: savedAt, ...draft },
  };
}

/** Yields the questions of each version of a form, oldest first. @throws LogUnavailable */
export async function* versionsOf(
  { log }: { readonly log: Pick<EventLog, 'readStream'> },
  formId: string,
  last: number,
): AsyncGenerator<ArchivedVersion> {
  let version = 0;
  for await (const { event } of log.readStream(streamOf.form(formId)))
    if (version < last && (event.type === 'FormCreated' || event.type === 'FormFieldsChanged'))
      yield { version: ++version, fields: [...event.data.fields] };
}
