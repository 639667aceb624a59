import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { contextFor } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { refused } from '../../../api/errors/errors.ts';
import { type OpenDraft, readFormDraft } from '../../../commands/form-draft/read-draft.ts';
import { discardFormDraft, saveFormDraft } from '../../../commands/form-draft/save-draft.ts';
import { applyChanges, changesBetween } from '../../../domain/form-draft/changes.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';
import { changedBy } from './changed-by.ts';
import { carryOut, changesIn } from './editor-input.ts';
import { showEditor } from './editor-page.tsx';
import { chosenVersion } from './outdated.tsx';
import { problemsOfDraft } from './publication.ts';
import { publishAndShow, type PublishDeps } from './publish.ts';

const Sent = Type.Record(Type.String(), Type.Unknown());
const ShownPart = Type.Object({
  open: Type.Optional(Type.String({ maxLength: 64 })),
  insert: Type.Optional(Type.String({ maxLength: 64 })),
  check: Type.Optional(Type.String({ maxLength: 10 })),
});

export type EditorDeps = PublishDeps & Pick<WebDeps, 'revisions'>;

/** The draft of a form that the visitor may change, and the context of changes. */
export async function openDraft(
  deps: Pick<EditorDeps, 'aggregates' | 'revisions'>,
  request: FastifyRequest,
  formId: string,
) {
  const context = await contextFor(request, deps.aggregates, 'form', formId);
  const open = await readFormDraft(deps, formId);
  if (!open) throw refused({ code: 'not_found' });
  return { context, open };
}

const slugTaken = { path: '/slug', message: 'Another form of the account has this slug.' };

/** The editor of a form's title, description and questions. Changes are saved in a draft until they are published. */
export function formEditor(app: Routes, deps: EditorDeps): void {
  const config = { scope: 'forms:write' } as const;
  const path = '/console/forms/:id/edit';

  app.get(path, { config, schema: { params: ById, querystring: ShownPart } }, async (request, reply) => {
    const { open: opened = null, insert: insertAt = null, check } = request.query;
    const { open } = await openDraft(deps, request, request.params.id);
    const problems =
      check === undefined ? [] : [...(await problemsOfDraft(open)), ...(check === 'slug' ? [slugTaken] : [])];
    return showEditor(request, reply, { open, problems, opened, insertAt });
  });

  app.post(path, { config, schema: { params: ById, body: Sent } }, async (request, reply) => {
    const { id: formId } = request.params;
    const { action: given, seen, open: shown } = request.body;
    const [action, opened] = [String(given), typeof shown === 'string' ? shown : ''];
    const { context, open } = await openDraft(deps, request, formId);
    const typed = applyChanges(open.draft, changesIn(request.body));
    const act = carryOut(typed, action, deps.newId);
    const chosen = chosenVersion(open, action);
    const changes = chosen ?? changesBetween(open.draft, act?.draft ?? typed);
    const save = { formId, seen: Number(seen ?? -1), formRevision: open.formRevision, changes };
    const saved = await saveFormDraft(deps, save, context);
    if (!saved.ok) {
      if (saved.error.code !== 'draft_conflict') throw refused(saved.error);
      return showConflict(request, reply, { open, typed, opened, seen: save.seen });
    }
    if (action === 'publish') return publishAndShow(deps, reply, await openDraft(deps, request, formId));
    return reply.redirect(nextPage(formId, action, act ? act.opened : opened), 303);
  });

  /** What was typed stays on the page; sent again, it replaces the change of the other person. */
  async function showConflict(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      open,
      typed,
      opened,
      seen,
    }: { open: OpenDraft; typed: OpenDraft['draft']; opened: string; seen: number },
  ) {
    const names = await changedBy(deps, open, { draft: seen, form: open.formRevision });
    const theirs = open.draft.fields.find(({ id }) => id === opened);
    const notice = [
      `${names.join(', ')} changed the same meanwhile, so your change is not saved yet.`,
      ...(theirs
        ? [`The question is now "${theirs.label}".`]
        : [`The title is now "${open.draft.details.title}".`]),
      'The page shows your version: save it to replace the other, or open the page again to keep the other.',
    ].join(' ');
    return showEditor(request, reply.code(409), {
      open,
      typed,
      problems: [],
      opened,
      insertAt: null,
      notice,
    });
  }

  app.post(
    '/console/forms/:id/discard',
    { config, schema: { params: ById, body: Sent } },
    async (request, reply) => {
      const { id } = request.params;
      const { context } = await openDraft(deps, request, id);
      const done = await discardFormDraft(deps, id, context);
      return redirectAfterWrite(reply, done, {
        to: `/console/forms/${id}`,
        note: 'The changes are discarded.',
      });
    },
  );
}

/** The page after a button without script. */
function nextPage(formId: string, action: string, opened: string | null): string {
  const path = `/console/forms/${formId}/edit`;
  const [verb, place = ''] = action.split(' ');
  if (verb === 'pick') return `${path}?insert=${encodeURIComponent(place)}#picker-kinds`;
  return opened === null || opened === ''
    ? path
    : `${path}?open=${encodeURIComponent(opened)}#question-${encodeURIComponent(opened)}`;
}
