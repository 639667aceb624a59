import { pathToFileURL } from 'node:url';

/**
 * The folder of the repository, as the address of its files: the tests run from there, compiled or not, so that what
 * no compiler copies is found from it.
 */
export const rootUrl = pathToFileURL(`${process.cwd()}/`);
