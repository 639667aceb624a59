import type { Test } from 'uvu';

/**
 * Whether each file runs whole: in `npm run test:long`, and where the runner is given names. In `npm test` a file that takes
 * long holds a short version of its laws.
 */
export const isLongRun = process.env['LONG_RUN'] !== undefined;

/** Declares tests in the long run alone. */
export const inLongRun = <T>(test: Test<T>): Test<T> | (() => void) => (isLongRun ? test : () => undefined);
