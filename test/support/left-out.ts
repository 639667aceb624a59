import { suite, type Test } from 'uvu';

/** The line that the runner reads for each test that is left out. A reason contains no `]`. */
const line = (reason: string, name: string): string => `left out [${reason}] ${name}`;

/**
 * Declares tests, or leaves them out and says why, so that the runner counts and lists them.
 * @param reason why this machine cannot run them; null where it can
 */
export function testUnless<T>(reason: string | null, test: Test<T>): Test<T>['skip'] {
  return reason === null ? test : leavingOut(reason, test);
}

/** A suite of which every test and hook is left out where there is a reason. */
export function suiteUnless<T = Record<string, never>>(reason: string | null, name: string): Test<T> {
  const real = suite<T>(name);
  if (reason === null) return real;
  const hook = Object.assign(() => undefined, { each: () => undefined });
  const tests = leavingOut(reason, real);
  return Object.assign(tests, { only: tests, skip: tests, before: hook, after: hook, run: real.run });
}

function leavingOut<T>(reason: string, test: Test<T>): Test<T>['skip'] {
  return (...declared: Parameters<Test<T>['skip']>) => {
    const [name] = declared;
    console.log(line(reason, typeof name === 'string' ? name : 'a test without a name'));
    test.skip(...declared);
  };
}
