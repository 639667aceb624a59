/**
 * The address of a file of `web/` that is read as it is. The build joins this file with others into a file of `dist/app/`, so
 * the path has to lead from there.
 * @param path relative to `web/`
 */
export const webFile = (path: string): URL => new URL(`../web/${path}`, import.meta.url);
