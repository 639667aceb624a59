import { setFlagsFromString } from 'node:v8';

/**
 * Has the garbage collector look through the heap of each thread, of this one and of those to come, once it holds 1.3
 * times what was in use the last time. By itself V8 lets a heap of some 60 MB grow to four times that: whatever goes
 * through the whole log would fill it with what it is done with.
 */
export const keepHeapSmall = (): void => setFlagsFromString('--heap-growing-percent=30');
