import Type from 'typebox';
import { contextFor } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { refused, valueOf } from '../../../api/errors/errors.ts';
import { createForm } from '../../../commands/form/create-form.ts';
import { form as formDecider } from '../../../domain/form/decider.ts';
import type { FieldDefinition, FieldInput } from '../../../domain/form/field.ts';
import { streamOf } from '../../../domain/stream-names.ts';
import type { WebDeps } from '../../web-deps.ts';
import type { Routes } from '../parts/routes.ts';
import { redirectAfterWrite } from '../read-your-writes.ts';

const suffix = ' (copy)';
const longestTitle = 200;

/** The title of a copy, no longer than a title may be; a character of two halves stays whole. */
const titleOfCopy = (title: string): string =>
  title.slice(0, longestTitle - suffix.length).replace(/[\ud800-\udbff]$/, '') + suffix;

const inputOf = ({ id: _, position: __, ...input }: FieldDefinition): FieldInput => input;

/** Copies a form, with its questions and settings, as a draft. */
export function duplicateAction(
  app: Routes,
  deps: Pick<WebDeps, 'aggregates' | 'log' | 'newId' | 'now' | 'publications' | 'slugs'>,
): void {
  const schema = { params: ById, body: Type.Object({ once: Type.String({ maxLength: 100 }) }) };
  app.post(
    '/console/forms/:id/duplicate',
    { config: { scope: 'forms:write' }, schema },
    async (request, reply) => {
      const { id } = request.params;
      const context = await contextFor(request, deps.aggregates, 'form', id);
      const { state } = await deps.aggregates.load(formDecider, streamOf.form(id));
      if (!state.exists) throw refused({ code: 'not_found' });
      const { title, description, fields, language = null, timeZone = null, responses, look } = state;
      const copy = {
        title: titleOfCopy(title),
        description,
        fields: fields.map(inputOf),
        locale: { language, timeZone },
        ...(responses && { responses }),
        ...(look && { look }),
        idempotencyKey: `console copy ${id} ${request.body.once}`,
      };
      const { form, position } = valueOf(await createForm(deps, copy, context));
      return redirectAfterWrite(
        reply,
        { position },
        { to: `/console/forms/${form.formId}/edit`, note: 'This is the copy. It is a draft.' },
      );
    },
  );
}
