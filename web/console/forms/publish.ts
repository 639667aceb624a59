import type { FastifyReply } from 'fastify';
import { refused } from '../../../api/errors/errors.ts';
import type { changeForm } from '../../../commands/form/change-form.ts';
import { publishFormDraft } from '../../../commands/form-draft/publish-draft.ts';
import type { OpenDraft } from '../../../commands/form-draft/read-draft.ts';
import type { CommandContext } from '../../../log/aggregates.ts';
import type { WebDeps } from '../../web-deps.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { publicationOf } from './publication.ts';
import { inNote } from './warnings-in-note.ts';

export type PublishDeps = Omit<Parameters<typeof changeForm>[0], 'destinationChoices'> &
  Pick<WebDeps, 'queries'>;

/**
 * Makes the changes of a draft those of its form, and leads to the form; where something is wrong, to the editor, which names every
 * problem.
 */
export async function publishAndShow(
  deps: PublishDeps,
  reply: FastifyReply,
  { open, context, status }: { open: OpenDraft; context: CommandContext; status?: 'published' },
): Promise<FastifyReply> {
  const { formId, status: before } = open.form;
  const editor = `/console/forms/${formId}/edit`;
  const publication = publicationOf(open);
  if (!publication.ok || open.outdated.length > 0) return reply.redirect(`${editor}?check=yes`, 303);
  const { changes, newIds } = publication.value;
  const { formRevision, draftRevision } = open;
  const changed = await publishFormDraft(
    { ...deps, destinationChoices: deps.queries.destinations.choosing },
    { formId, changes: { ...changes, ...(status && { status }) }, newIds, formRevision, draftRevision },
    context,
  );
  if (!changed.ok) {
    const { code } = changed.error;
    if (code === 'invalid_request' || code === 'revision_mismatch')
      return reply.redirect(`${editor}?check=yes`, 303);
    if (code === 'slug_taken') return reply.redirect(`${editor}?check=slug`, 303);
    throw refused(changed.error);
  }
  const { position, warnings } = changed.value;
  const said =
    status === 'published'
      ? 'The form is published.'
      : before === 'published'
        ? 'The changes are published.'
        : 'The form is saved.';
  return redirectAfterWrite(
    reply,
    { position },
    { to: `/console/forms/${formId}`, note: [said, ...inNote(warnings)].join(' ') },
  );
}
