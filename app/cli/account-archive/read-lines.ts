import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { fileReason } from '../../file-reason.ts';
import { linesOf } from '../export/lines.ts';
import { type Archive, faultOf, notAnArchive } from './open-archive.ts';

/** The longest line, in bytes: longer than any that an export writes. */
const longestLine = 64 * 1024 * 1024;
const lineFeed = 10;

/** Yields the objects of a member with an object a line. @throws CommandFailure for a line that is not of the schema */
export async function* readLines<T extends TSchema>(
  archive: Pick<Archive, 'read'>,
  path: string,
  schema: T,
): AsyncGenerator<Static<T>> {
  const checked = Compile(schema);
  let number = 0;
  for await (const { text, isComplete } of linesOf(bounded(path, await archive.read(path)))) {
    number += 1;
    if (!isComplete) throw notAnArchive(`line ${number} of ${path} is cut off`);
    const value = parsedLine(text);
    if (!checked.Check(value)) throw notAnArchive(`line ${number}: ${faultOf(path, schema, value)}`);
    yield value;
  }
}

function parsedLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Passes chunks on, and refuses a line that memory should not hold. */
async function* bounded(path: string, source: Readable): AsyncGenerator<Buffer> {
  let length = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      const last = chunk.lastIndexOf(lineFeed);
      length = last === -1 ? length + chunk.length : chunk.length - last - 1;
      if (length > longestLine) throw new Error('a line is too long');
      yield chunk;
    }
  } catch (error) {
    throw notAnArchive(`${path} is damaged: ${fileReason(error)}`);
  }
}
