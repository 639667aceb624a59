import { assetUrl } from '../../assets/assets.ts';

/** A picture of the sprite `icons.svg`: of a kind of question, or of an act. */
export const Icon = ({ name }: { readonly name: string }) => (
  <svg class="icon" aria-hidden="true">
    <use href={`${assetUrl('icons.svg')}#${name}`} />
  </svg>
);
