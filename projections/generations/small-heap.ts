import { setFlagsFromString } from 'node:v8';

let builds = 0;

/** Sets the heap growth between collections in percent; 0 leaves it to V8. */
const growBy = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);

/**
 * Limits the heap of this process while a build reads the whole log. By default V8 lets a heap of 60 MB grow
 * fourfold before it collects, and a build would fill it with garbage. A permanent limit would cost a tenth
 * of a core.
 * @returns a function that ends the limit
 */
export function limitHeapGrowth(): () => void {
  if (builds++ === 0) growBy(50);
  return () => {
    if (--builds === 0) growBy(0);
  };
}
