import type { ExistingForm } from '../../../domain/form/decider.ts';

/** Returns a form as of an earlier revision, in the look that it has now. */
export function inPresentLook(earlier: ExistingForm, { look }: Pick<ExistingForm, 'look'>): ExistingForm {
  const { look: _, ...others } = earlier;
  return { ...others, ...(look && { look }) };
}
