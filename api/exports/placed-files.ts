import { cleanName, filesIn, type StoredFile } from '../../domain/file/stored-file.ts';
import type { SubmissionView } from '../../projections/read-models/submissions/queries.ts';

/** A file of a submission, and its path in an archive. */
export interface PlacedFile extends Pick<StoredFile, 'id' | 'size' | 'type' | 'sha256'> {
  readonly submissionId: string;
  readonly path: string;
}

/** The longest name in bytes of UTF-8, with room for a number: file systems take 255. */
const longestName = 200;

/** Names that Windows takes for devices, with any ending. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * Returns the files of a submission, those of removed questions last, with paths that are unique in it: `files/ID/name`. A name
 * that another file has, but for its case, gets a number.
 */
export function placeFiles({
  id: submissionId,
  answers,
  removed = [],
}: Pick<SubmissionView, 'id' | 'answers' | 'removed'>): readonly PlacedFile[] {
  const taken = new Set<string>();
  const placed = new Map<string, PlacedFile>();
  for (const { kind, value } of [...answers, ...removed])
    for (const { id, name, size, type, sha256 } of kind === 'file' ? filesIn(value) : []) {
      if (placed.has(id)) continue;
      const path = `files/${submissionId}/${freeName(safeName(name), taken)}`;
      placed.set(id, { submissionId, path, id, size, type, sha256 });
    }
  return [...placed.values()];
}

/** Returns a name that every file system takes. */
function safeName(given: string): string {
  const name = cleanName(given).normalize('NFC').replace(device, '_$&');
  if (Buffer.byteLength(name) <= longestName) return name;
  const ending = endingOf(name);
  let base = name.slice(0, name.length - ending.length);
  while (Buffer.byteLength(base + ending) > longestName)
    base = base.slice(0, -1).replace(/[\ud800-\udbff]$/, '');
  return base + ending;
}

const endingOf = (name: string): string => /(?<=.)\.[^.]{1,20}$/.exec(name)?.[0] ?? '';

function freeName(name: string, taken: Set<string>): string {
  const ending = endingOf(name);
  const base = name.slice(0, name.length - ending.length);
  for (let count = 1; ; count++) {
    const tried = count === 1 ? name : `${base} (${count})${ending}`;
    if (taken.has(tried.toLowerCase())) continue;
    taken.add(tried.toLowerCase());
    return tried;
  }
}
