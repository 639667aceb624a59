/**
 * The address of a file of `mail/` that is read as it is. The build joins this file with others into a file of `dist/app/`, so
 * the path has to lead from there.
 * @param path relative to `mail/`
 */
export const mailFile = (path: string): URL => new URL(`../mail/${path}`, import.meta.url);
