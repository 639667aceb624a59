/**
 * Loaded before a test file. uvu assigns the name of each test that it starts to `__test__` of the state that it passes
 * to the test: a setter that all objects inherit keeps the name and the time where `ask.ts` reads them.
 */
export interface RunningTest {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

declare global {
  var runningTest: RunningTest | undefined;
}

Object.defineProperty(Object.prototype, '__test__', {
  configurable: true,
  get: () => globalThis.runningTest?.name,
  set: (name: string) => {
    globalThis.runningTest = name === '' ? undefined : { name, since: Date.now() };
  },
});
