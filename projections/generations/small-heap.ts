import { setFlagsFromString } from 'node:v8';

let builds = 0;

/** In percent, beyond what was in use when the heap was last looked through; 0 leaves it to V8. */
const growBy = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);

/**
 * Has the heap of this process kept small while something goes through the whole log. By itself V8 lets a heap of some
 * 60 MB grow to four times that before it looks through it, and a build would fill it with what it is done with. Always
 * to look so often would cost those who are served a tenth of a core.
 * @returns what ends it
 */
export function keepHeapSmall(): () => void {
  if (builds++ === 0) growBy(50);
  return () => {
    if (--builds === 0) growBy(0);
  };
}
