import type { TestRun } from './run-file.ts';

/** The files that take longest: those that start services, play months or fill stores. The longest come first. */
const long = [
  /^test\/chaos\/chaos\.test/,
  /^test\/e2e\//,
  /^test\/fuzz\//,
  /^test\/simulation\//,
  /^packages\/embedded-.*(turns|crash|erasure)\.test/,
  /^test\/projections\/(generations|runner)\//,
  /^test\/dispatcher\//,
  /^test\/api\//,
];

const rank = ({ file }: TestRun): number => {
  const found = long.findIndex((pattern) => pattern.test(file));
  return found === -1 ? long.length : found;
};

/** Long files first: a long file that begins last would run alone at the end. */
export const longestFirst = (runs: readonly TestRun[]): TestRun[] =>
  runs.toSorted((one, other) => rank(one) - rank(other));
