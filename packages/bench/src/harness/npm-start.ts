import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Type from 'typebox';
import { Value } from 'typebox/value';

const Package = Type.Object({ scripts: Type.Object({ start: Type.String() }) });

/** The root of this checkout, which the benchmark was built in. */
export const here = fileURLToPath(new URL('../../../../..', import.meta.url));

/**
 * The variables with which Node starts as `npm start` of a checkout starts it.
 * @param dir the root of the checkout
 * @throws if it starts another program
 */
export async function asNpmStart(dir = here): Promise<{ readonly NODE_OPTIONS: string }> {
  const { scripts } = Value.Parse(Package, JSON.parse(await readFile(join(dir, 'package.json'), 'utf8')));
  const [, options] = /^node (.*?)dist\//.exec(scripts.start) ?? [];
  if (options === undefined) throw new Error(`npm start of ${dir} does not start Node itself`);
  return { NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} ${options}`.trim() };
}
