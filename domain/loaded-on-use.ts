import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * A package that no start needs, for code that cannot wait for `import()`.
 * @param load requires the package, which is of CommonJS, and names its type
 * @returns a function that loads the package when it is first called
 */
export function loadedOnUse<T>(load: (from: NodeJS.Require) => T): () => T {
  let loaded: T | undefined;
  return () => (loaded ??= load(require));
}
