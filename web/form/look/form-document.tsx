import type { Children } from '@kitajs/html';
import type { FormLook } from '../../../domain/form/look.ts';
import type { AssetName } from '../../assets/assets.ts';
import { Document } from '../../parts/document.tsx';
import { LookPictures } from './look-pictures.tsx';
import { lookStyleUrl } from './look-style.ts';
import type { ShownLook } from './present-look.ts';

interface FormDocumentProps {
  readonly title: string;
  /** The language of the form. */
  readonly lang: string | undefined;
  /** How the form looks; absent for the usual look, and where the form must not show. */
  readonly look: ShownLook | undefined;
  readonly scripts?: readonly AssetName[];
  /** The address of the page that the browser opens next by itself. */
  readonly continuesTo?: string;
  readonly children?: Children;
}

/** Returns the addresses of the style sheets that a look needs. */
export const sheetsOf = (look: FormLook | undefined): readonly string[] =>
  typeof look?.color === 'string' ? [lookStyleUrl(look.color)] : [];

/** A public page of a form, in the look of the form. */
export const FormDocument = ({
  look,
  scripts = ['form.js'],
  children: safeChildren,
  ...page
}: FormDocumentProps) => (
  <Document {...page} class="form" scripts={scripts} sheets={sheetsOf(look)}>
    <main>
      {look !== undefined && <LookPictures look={look} />}
      {safeChildren}
    </main>
  </Document>
);
