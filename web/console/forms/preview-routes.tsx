import Type from 'typebox';
import { ById } from '../../../api/contract/values.ts';
import { DraftFieldChange, newField } from '../../../domain/form-draft/draft-field.ts';
import { sheetsOf } from '../../form/look/form-document.tsx';
import { LookPictures } from '../../form/look/look-pictures.tsx';
import { Document } from '../../parts/document.tsx';
import { sendHtml } from '../../parts/send-html.ts';
import type { Routes } from '../parts/routes.ts';
import { localeOf } from './draft-locale.ts';
import { isFormChanged } from './draft-status.ts';
import { type EditorDeps, openDraft } from './editor.tsx';
import { consolePictures } from './look/look.tsx';
import { languageOf, previewOf } from './preview.tsx';
import { sendCompressed } from './send-compressed.ts';

const Asked = Type.Object({
  language: Type.String({ maxLength: 100 }),
  timeZone: Type.String({ maxLength: 100 }),
  fields: Type.Array(DraftFieldChange, { maxItems: 1_000 }),
});

/** The draft of a form as people will see it: on a page for colleagues, and by question for the editor. */
export function previewRoutes(app: Routes, deps: Pick<EditorDeps, 'aggregates' | 'revisions'>): void {
  const path = '/console/forms/:id/preview';

  app.get(path, { config: { scope: 'forms:read' }, schema: { params: ById } }, async (request, reply) => {
    const { open } = await openDraft(deps, request, request.params.id);
    const { details, fields } = open.draft;
    const { formId, look } = open.form;
    const locale = localeOf(details);
    const safeFields = (await previewOf(fields, locale)).join('');
    return sendHtml(
      reply,
      <Document
        title={`Preview: ${details.title}`}
        class="form"
        scripts={['form.js']}
        sheets={sheetsOf(look)}
        {...(locale.language && { lang: locale.language })}
      >
        <header class="preview-note" lang="en" dir="ltr">
          <p>
            {isFormChanged(open) ? 'Preview of the draft. ' : 'Preview. '}
            Nothing that you enter here is sent. <a href={`/console/forms/${formId}`}>Back to the form</a>
          </p>
        </header>
        <main>
          {look !== undefined && <LookPictures look={{ ...look, picturesAt: consolePictures(formId) }} />}
          <h1 dir="auto" safe>
            {details.title}
          </h1>
          {details.description !== '' && (
            <p class="description" dir="auto" safe>
              {details.description}
            </p>
          )}
          {safeFields}
          <button type="button" disabled lang="en">
            Send
          </button>
        </main>
      </Document>,
    );
  });

  app.post(
    path,
    // Any visitor who may edit asks for it; it changes nothing.
    { config: { scope: 'forms:write' }, schema: { params: ById, body: Asked } },
    async (request, reply) => {
      await openDraft(deps, request, request.params.id);
      const { fields, ...details } = request.body;
      const locale = localeOf(details);
      const shown = await previewOf(fields.map(newField), locale);
      return sendCompressed(reply, {
        ...languageOf(locale),
        questions: fields.map(({ id }, index) => ({ id, html: shown[index] ?? '' })),
      });
    },
  );
}
