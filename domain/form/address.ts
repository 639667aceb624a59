import { maxSlugLength } from './slug.ts';

/** What an address of a form is made of. */
interface Addressed {
  readonly formId: string;
  readonly slug: string;
}

/**
 * Returns the name of a form in its address: the slug is for people, and the id alone decides. Earlier releases made
 * slugs that are a character longer.
 */
export const nameInAddress = ({ formId, slug }: Addressed): string =>
  `${slug.slice(0, maxSlugLength).replace(/-+$/, '')}-${formId}`;

/** Returns the path of the page of a form. */
export const pathOfForm = (form: Addressed): string => `/f/${nameInAddress(form)}`;

/** Whether a name has the form of ids. */
export const isFormId = (name: string): boolean => /^[0-9A-Za-z]{20}$/.test(name);

/** Returns the id at the end of a name in an address; null if there is none. */
export const idInName = (name: string): string | null => /-([0-9A-Za-z]{20})$/.exec(name)?.[1] ?? null;
