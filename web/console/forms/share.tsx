import type { FastifyReply, FastifyRequest } from 'fastify';
import { readableBy } from '../../../api/auth/owners.ts';
import { ById } from '../../../api/contract/values.ts';
import { ApiError } from '../../../api/errors/errors.ts';
import { addressOf } from '../../../api/requests/requests.ts';
import { pathOfForm } from '../../../domain/form/address.ts';
import type { FormView } from '../../../projections/read-models/forms/queries.ts';
import { CopyButton } from '../../parts/id.tsx';
import type { WebDeps } from '../../web-deps.ts';
import { qrCode } from '../parts/qr-code.ts';
import type { Routes } from '../parts/routes.ts';

const linkOf = ({ id, slug }: Pick<FormView, 'id' | 'slug'>, address: string): string =>
  address + pathOfForm({ formId: id, slug });

export const ShareSection = ({ form, address }: { readonly form: FormView; readonly address: string }) => {
  const link = linkOf(form, address);
  const snippet = `<script src="${address}/embed.js" data-form="${form.id}" async></script>`;
  const isPublished = form.status === 'published';
  const picture = `/console/forms/${form.id}/qr.svg`;
  return (
    <>
      <h2>Share</h2>
      {!isPublished && (
        <p class="quiet">The form takes answers once it is published; its address stays the same.</p>
      )}
      <div class="share">
        <p>
          <a href={link} safe>
            {link}
          </a>{' '}
          <CopyButton text={link} label="Copy the link" />
        </p>
        <p>
          <code safe>{snippet}</code> <CopyButton text={snippet} label="Copy the code for your own page" />
        </p>
        <p class="buttons">
          {isPublished && (
            <a role="button" class="secondary" href={link} target="_blank" rel="noopener">
              Open the form in a new tab
            </a>
          )}
          <a role="button" class="secondary" href={`/console/forms/${form.id}/preview`} target="_blank">
            Preview
          </a>
        </p>
        <details>
          <summary>QR code</summary>
          <img class="qr" src={picture} alt="QR code with the address of the form" loading="lazy" />
          <p>
            <a href={picture} download={`${form.slug}.svg`}>
              Download the picture (SVG)
            </a>
          </p>
        </details>
      </div>
    </>
  );
};

/** The QR code of a form's address, as a picture. */
export function formQrCode(app: Routes, deps: Pick<WebDeps, 'publicUrl' | 'queries'>): void {
  app.get(
    '/console/forms/:id/qr.svg',
    { config: { scope: 'forms:read' }, schema: { params: ById } },
    async (request: FastifyRequest<{ Params: { id: string } }>, reply: FastifyReply) => {
      const { id } = request.params;
      const form = await deps.queries.forms.get(readableBy(request), id);
      if (!form) throw new ApiError('not_found', { message: `There is no form ${id}.` });
      return reply.type('image/svg+xml').send(await qrCode(linkOf(form, addressOf(deps, request))));
    },
  );
}
