import type { ExistingForm } from '../../../domain/form/decider.ts';
import type { FormLook } from '../../../domain/form/look.ts';

/** How a page of a form looks, and the address below which its pictures are. */
export interface ShownLook extends FormLook {
  readonly picturesAt: string;
}

/** Returns how the public pages of a form look; undefined for the usual look. */
export const lookOf = ({ formId, look }: Pick<ExistingForm, 'formId' | 'look'>): ShownLook | undefined =>
  look && { ...look, picturesAt: `/f/${formId}/pictures` };

/** Returns a form as of an earlier revision, in the look that it has now. */
export function inPresentLook(earlier: ExistingForm, { look }: Pick<ExistingForm, 'look'>): ExistingForm {
  const { look: _, ...others } = earlier;
  return { ...others, ...(look && { look }) };
}
