import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { ById } from '../../../api/contract/values.ts';
import { refused } from '../../../api/errors/errors.ts';
import type { OpenDraft } from '../../../commands/form-draft/read-draft.ts';
import { saveFormDraft } from '../../../commands/form-draft/save-draft.ts';
import { compact } from '../../../domain/form-draft/draft-field.ts';
import { DraftChanges } from '../../../domain/form-draft/events.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { changedBy } from './changed-by.ts';
import { isFormChanged } from './draft-status.ts';
import { type EditorDeps, openDraft } from './editor.tsx';
import { sendCompressed } from './send-compressed.ts';

const Seen = Type.Object({
  /** The revisions of the draft and of the form that the editor shows. */
  seen: Type.Optional(Type.Integer({ minimum: -1 })),
  form: Type.Optional(Type.Integer({ minimum: 0 })),
});
const Save = Type.Object({
  seen: Type.Integer({ minimum: -1 }),
  formRevision: Type.Integer({ minimum: 0 }),
  changes: DraftChanges,
});

/** A draft for the script of the editor. `by` names those who changed it since the revisions that the editor shows. */
const stateOf = (open: OpenDraft, by: readonly string[]) => ({
  revision: open.draftRevision,
  formRevision: open.formRevision,
  details: open.draft.details,
  fields: open.draft.fields.map(compact),
  /** The questions that the form has, whose keys cannot change. */
  published: open.form.fields.map(({ id }) => id),
  outdated: open.outdated.map(({ subject }) => subject),
  hasChanges: isFormChanged(open),
  by,
});

/** The draft of a form, as the script of the editor reads and saves it. */
export function draftRoutes(app: Routes, deps: EditorDeps & Pick<WebDeps, 'log'>): void {
  const config = { scope: 'forms:write' } as const;
  const path = '/console/forms/:id/draft';

  app.get(path, { config, schema: { params: ById, querystring: Seen } }, async (request, reply) => {
    const { seen, form: seenForm } = request.query;
    const { id } = request.params;
    const { open } = await openDraft(deps, request, id);
    if (open.draftRevision === seen && open.formRevision === seenForm) return reply.code(204).send();
    const isFirst = seen === undefined || seenForm === undefined;
    const by = isFirst ? [] : await changedBy(deps, open, { draft: seen, form: seenForm });
    return sendCompressed(reply, stateOf(open, by));
  });

  app.post(path, { config, schema: { params: ById, body: Save } }, async (request, reply) => {
    const { id: formId } = request.params;
    const { context } = await openDraft(deps, request, formId);
    const saved = await saveFormDraft(deps, { formId, ...request.body }, context);
    if (saved.ok) return reply.send({ revision: saved.value.revision });
    if (saved.error.code === 'draft_conflict') return conflict(reply, saved.error.subjects);
    throw refused(saved.error);
  });
}

const conflict = (reply: FastifyReply, subjects: readonly string[]): FastifyReply =>
  reply.code(409).send({ subjects });
