import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 collect seldom and beside the work. By default it marks with as many threads as it has, all at once: on two
 * cores, requests wait for it meanwhile. With these settings memory grows to three times of what is in use (some 60 MB under
 * load) before it begins again. To be called before anything that takes long.
 */
export function collectSeldom(): void {
  for (const flag of ['--concurrent-marking-max-worker-num=1', '--heap-growing-percent=200'])
    setFlagsFromString(flag);
}
