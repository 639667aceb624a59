import { setFlagsFromString } from 'node:v8';

/**
 * Has V8 collect seldom and beside the work. By default it marks with as many threads as it has, all at once: on two
 * cores, requests wait for it meanwhile. And it begins again when what is in use, here some 40 MB, has grown by about a
 * half. With these settings memory grows to three times of what is in use first. To be called before anything that
 * takes long.
 */
export function collectSeldom(): void {
  for (const flag of ['--concurrent-marking-max-worker-num=1', '--heap-growing-percent=200'])
    setFlagsFromString(flag);
}
