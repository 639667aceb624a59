import type { LookPicture } from '../../../domain/form/look.ts';
import { attributeText } from '../../parts/attribute-text.ts';
import type { ShownLook } from './present-look.ts';

/** The largest logo on a page, in CSS pixels. Screens with more pixels use those that it has beyond. */
const logoSize = { width: 320, height: 80 };

/** The size at which a logo is shown: the page keeps its place before it arrives. */
export function shownLogoSize({ width, height }: Pick<LookPicture, 'height' | 'width'>) {
  const scale = Math.min(1, logoSize.width / width, logoSize.height / height);
  const scaled = (pixels: number): number => Math.max(1, Math.round(pixels * scale));
  return { width: scaled(width), height: scaled(height) };
}

/** The cover and the logo of a form, at the top of its pages. */
export const LookPictures = ({ look: { cover, logo, picturesAt } }: { readonly look: ShownLook }) => (
  <>
    {cover !== null && (
      <img
        class="cover"
        src={`${picturesAt}/${cover.pictureId}`}
        alt={attributeText(cover.alt)}
        width={cover.width}
        height={cover.height}
      />
    )}
    {logo !== null && (
      <img
        class="logo"
        src={`${picturesAt}/${logo.pictureId}`}
        alt={attributeText(logo.alt)}
        {...shownLogoSize(logo)}
      />
    )}
  </>
);
