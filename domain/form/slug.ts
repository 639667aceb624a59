import { latinWords } from './latin-words.ts';

/** The most characters of a slug. With a hyphen and the id of its form, it is as long as a part of a path may be. */
export const maxSlugLength = 79;

/** Lower-case words joined by hyphens. */
export const slugPattern = '^[a-z0-9]+(?:-[a-z0-9]+)*$';

/** Makes a slug of a title of any script; empty if the title has no letters, digits or signs with a name. */
export const slugOf = (title: string): string => cut(latinWords(title).join('-'), maxSlugLength);

/** Appends to a slug, which is shortened as far as it has to be. */
export const withSuffix = (slug: string, suffix: string): string =>
  slug === '' ? suffix : `${cut(slug, maxSlugLength - suffix.length - 1)}-${suffix}`;

const cut = (slug: string, length: number): string => slug.slice(0, length).replace(/-+$/, '');

/** Makes a slug of a title as releases did that recorded none. Never changes: forms of then have these slugs. */
export function unrecordedSlug(title: string): string {
  const slug = title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
  return slug === '' ? 'form' : slug;
}
