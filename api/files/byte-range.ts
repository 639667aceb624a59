import type { ByteRange } from '../../files/file-contents.ts';

/**
 * Reads the `Range` of a request for a content.
 * @param size of the content in bytes, at least one
 * @returns null for the whole content: there is no range, or several; `unsatisfiable` for a range beyond its end
 */
export function rangeIn(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return null;
  // The last bytes.
  if (from === '')
    return Number(to) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(to)), end: size - 1 };
  const [start, end] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (to !== '' && Number(to) < start) return null;
  return start >= size ? 'unsatisfiable' : { start, end };
}
