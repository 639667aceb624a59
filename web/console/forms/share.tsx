import { pathOfForm } from '../../../domain/form/address.ts';
import type { FormView } from '../../../projections/read-models/forms/queries.ts';
import { CopyButton } from '../../parts/id.tsx';

export const ShareSection = ({ form, address }: { readonly form: FormView; readonly address: string }) => {
  const link = address + pathOfForm({ formId: form.id, slug: form.slug });
  const snippet = `<script src="${address}/embed.js" data-form="${form.id}" async></script>`;
  return (
    <>
      <h2>Share</h2>
      {form.status !== 'published' && (
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
      </div>
    </>
  );
};
