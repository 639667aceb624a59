import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Id } from '../../../api/contract/values.ts';
import { templateFor } from '../../../api/requests/destination-template.ts';
import { textareaText } from '../../parts/textarea-text.ts';
import type { WebDeps } from '../../web-deps.ts';
import { Field } from '../parts/field.tsx';
import type { Routes } from '../parts/routes.ts';
import { FormToken, ofAccount } from '../shell.tsx';

/** A template that could not be read, and why. */
export interface InvalidTemplate {
  readonly text: string;
  readonly problem: string;
}

interface EntryProps {
  readonly request: FastifyRequest;
  readonly account: string;
  readonly unread: InvalidTemplate | undefined;
}

/** The way from a template, which somebody else may have filled in, to the form above. */
export const TemplateEntry = ({ request, account, unread }: EntryProps) => (
  <details open={unread !== undefined} class="editor">
    <summary>Fill in from a template</summary>
    <p>
      A template is a file that the people who run the receiver can fill in.{' '}
      <a href="/console/destinations/template" download="destination.json">
        Download a blank template
      </a>
      .
    </p>
    <form method="post" action={ofAccount('/console/destinations/new/template', account)}>
      <FormToken request={request} />
      <Field
        name="template"
        label="The completed template"
        problems={unread === undefined ? [] : [{ path: '/template', message: unread.problem }]}
        control={(described) => (
          <textarea name="template" rows="8" required {...described} safe>
            {textareaText(unread?.text ?? '')}
          </textarea>
        )}
      />
      <button type="submit" class="secondary">
        Fill in
      </button>
    </form>
  </details>
);

/** The download of a blank template. */
export function templateDownload(app: Routes, deps: Pick<WebDeps, 'aggregates' | 'publicUrl'>): void {
  app.get(
    '/console/destinations/template',
    {
      config: { scope: 'webhooks:read' },
      schema: { querystring: Type.Object({ form_id: Type.Optional(Id) }) },
    },
    async (request, reply) => {
      const template = await templateFor(deps, request, request.query.form_id);
      return reply
        .header('content-disposition', 'attachment; filename="destination.json"')
        .type('application/json; charset=utf-8')
        .send(`${JSON.stringify(template, null, 2)}\n`);
    },
  );
}
