import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Type from 'typebox';
import { Value } from 'typebox/value';

const Failure = Type.Object({ code: Type.String() });
const isGone = (error: unknown): boolean => Value.Check(Failure, error) && error.code === 'ENOENT';

/**
 * Returns the files below a directory that hold a text somewhere. A running store replaces its files: what one of them held may then
 * be in a file that was searched before, and so all are searched again.
 */
export function filesHolding(dir: string, text: string): readonly string[] {
  for (let tries = 1; ; tries++)
    try {
      return readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .filter((path) => readFileSync(path).includes(text));
    } catch (error) {
      if (!isGone(error) || tries === 10) throw error;
    }
}
