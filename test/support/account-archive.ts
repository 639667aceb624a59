import { Value } from 'typebox/value';
import { Manifest } from '../../api/contract/accounts/account-archive.ts';
import { readArchive } from './read-zip.ts';

/** Reads the archive of an account. @throws if it has no manifest of the present version */
export function readAccountArchive(bytes: Buffer) {
  const members = readArchive(bytes);
  const textOf = (path: string): string => members.get(path)?.toString() ?? '';
  return {
    members,
    manifest: Value.Parse(Manifest, JSON.parse(textOf('manifest.json'))),
    json: (path: string) => JSON.parse(textOf(path)) as Record<string, unknown>,
    /** The objects of a member with an object a line. */
    lines: (path: string) =>
      textOf(path)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}
