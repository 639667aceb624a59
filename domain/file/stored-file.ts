import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { cleanLine, isBlank } from '../text.ts';

/** A file as the answer to a question holds it. */
export const StoredFile = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** In bytes. */
  size: Type.Integer({ minimum: 0 }),
  /** The media type that was found in the content. */
  type: Type.String(),
  /** Of the content, in hex. */
  sha256: Type.String(),
});
export type StoredFile = Static<typeof StoredFile>;

const storedFiles = Compile(Type.Array(StoredFile));

/** The files of an answer to a question of kind `file`; none for a value of another form. */
export const filesIn = (value: unknown): readonly StoredFile[] => (storedFiles.Check(value) ? value : []);

/** The longest name in characters of UTF-16, its ending included. */
const longestName = 200;
const longestEnding = 20;

/** Characters that a file system or a shell takes for something else. */
// eslint-disable-next-line no-control-regex -- these are the characters that are replaced
const unsafe = /[\u0000-\u001f<>:"|?*]/g;
/** Marks that show a name otherwise than it is: a program can look like a picture. */
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns the name of a file without the folders before it, without characters that no file system takes, and without
 * those that turn a text around. A long name keeps its ending.
 */
export function cleanName(given: string): string {
  const base = given.replace(/^.*[\\/]/s, '');
  const name = cleanLine(base.replace(bidi, ''))
    .replace(unsafe, '_')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  if (isBlank(name)) return 'file';
  if (name.length <= longestName) return name;
  const ending = /\.[^.]*$/.exec(name)?.[0] ?? '';
  const kept = ending.length <= longestEnding ? ending : '';
  return `${withoutHalfCharacter(name.slice(0, longestName - kept.length))}${kept}`;
}

const withoutHalfCharacter = (text: string): string => text.replace(/[\ud800-\udbff]$/, '');
