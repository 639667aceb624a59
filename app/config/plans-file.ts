import { readFileSync, statSync } from 'node:fs';
import { parsePlans, type Plans } from '../../commands/account/plans.ts';
import { fileReason } from '../file-reason.ts';

/** Far above a file of plans; another file may be endless. */
const largestBytes = 1024 * 1024;

/**
 * Reads the plans of a file.
 * @throws Error with every fault, and never with a part of a file that holds no plans: it may hold secrets
 */
export function readPlansFile(path: string): Plans {
  if (path.trim() === '') throw new Error('is empty');
  const parsed = parsePlans(parse(path, read(path)));
  if (!parsed.ok) throw new Error(`names ${path}, which is not a valid file of plans: ${parsed.error}`);
  return parsed.value;
}

function read(path: string): string {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw new Error('it is not a regular file');
    if (stats.size > largestBytes) throw new Error(`it is larger than ${largestBytes} bytes`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`names ${path}, which cannot be read: ${fileReason(error)}`);
  }
}

function parse(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The message itself quotes the file.
    const [, position] = / at position (\d+)/.exec(String(error)) ?? [];
    const line = position === undefined ? null : text.slice(0, Number(position)).split('\n').length;
    throw new Error(`names ${path}, which is not valid JSON${line === null ? '' : `, see its line ${line}`}`);
  }
}
