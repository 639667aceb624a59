import { setFlagsFromString } from 'node:v8';

/**
 * How far the heap grows between two full collections, in percent of what is in use. V8 alone lets a service
 * with little load collect after a fifth more, every few seconds, and each time its threads take all cores for
 * a tenth of a second.
 */
const defaultPercent = 100;
/** During a build of a read model, which reads the whole log and would fill a larger heap with garbage. */
const percentWhileBuilding = 50;

let builds = 0;

const growBy = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`);

/** Collects the garbage of this process as suits a service: seldom. */
export const useDefaultHeapGrowth = (): void => growBy(defaultPercent);

/**
 * Limits the heap of this process while a build reads the whole log. A permanent limit would cost a tenth of a core.
 * @returns a function that ends the limit
 */
export function limitHeapGrowth(): () => void {
  if (builds++ === 0) growBy(percentWhileBuilding);
  return () => {
    if (--builds === 0) useDefaultHeapGrowth();
  };
}

/**
 * Sets whether V8 favours size over speed. If so, it collects all garbage within some seconds, in small steps and in all
 * threads of this process, and shrinks the heaps to what is in use. Without this it does so only while a thread makes
 * less than one megabyte of objects a second, and a service at rest makes twice that.
 */
export const setFavoursSize = (favoursSize: boolean): void =>
  setFlagsFromString(favoursSize ? '--optimize-for-size' : '--no-optimize-for-size');
