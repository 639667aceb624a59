import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Type, { type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import {
  FirstManifest,
  isMemberPath,
  Manifest,
  type Member,
  memberNames,
  readableVersions,
} from '../../../api/contract/accounts/account-archive.ts';
import { fileReason } from '../../file-reason.ts';
import { CommandFailure, refused } from '../failure.ts';

type ReadManifest = Static<typeof FirstManifest> | Manifest;

/** An archive whose table of contents was checked. Nothing of it is ever written to a disk under a name that it gives. */
export interface Archive {
  readonly manifest: ReadManifest;
  readonly members: ReadonlyMap<string, Member>;
  /** Opens the content of a member. @throws if the archive has no such member */
  read(path: string): Promise<Readable>;
  /** Reads a member that is one object. @throws CommandFailure if it is not of the schema */
  object<T extends TSchema>(path: string, schema: T): Promise<Static<T>>;
  close(): void;
}

/** The largest member that is read at once, in bytes. */
const largestObject = 256 * 1024 * 1024;
/** A local header is at least this long, in bytes. */
const localHeaderBytes = 30;
/** An archive may become this large when it is unpacked, and larger in proportion to its size. */
const [unpackedBytes, unpackedRatio] = [1_000_000_000, 200];
const maxEntries = 5_000_000;

/** The refusal of an archive that is damaged, or is none. */
export const notAnArchive = (reason: string): CommandFailure =>
  refused(`The archive is refused: ${reason}. Nothing was imported from it.`);

/** Opens an archive, and checks its entries against its manifest. @throws CommandFailure with the first fault */
export async function openArchive(path: string): Promise<Archive> {
  const zip = await openPromise(path, { autoClose: false, strictFileNames: true }).catch((error: unknown) => {
    throw notAnArchive(`${path} cannot be opened: ${fileReason(error)}`);
  });
  try {
    const entries = await entriesOf(zip);
    const read = async (name: string): Promise<Readable> => {
      const entry = entries.get(name);
      if (!entry) throw notAnArchive(`it has no ${name}`);
      return zip.openReadStreamPromise(entry);
    };
    const object = async <T extends TSchema>(name: string, schema: T): Promise<Static<T>> => {
      const size = entries.get(name)?.uncompressedSize ?? 0;
      if (size > largestObject) throw notAnArchive(`${name} is too large`);
      const value = parsed(name, await bytesOf(name, await read(name)));
      if (!Value.Check(schema, value)) throw notAnArchive(faultOf(name, schema, value));
      return value;
    };
    const manifest = await readManifest(object);
    const members = checkedMembers(manifest, entries);
    return { manifest, members, read, object, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readManifest(object: Archive['object']): Promise<ReadManifest> {
  const any = await object(memberNames.manifest, Type.Unknown());
  const version = typeof any === 'object' && any !== null ? (Reflect.get(any, 'version') as unknown) : null;
  if (typeof version === 'number' && !readableVersions.includes(version))
    throw notAnArchive(
      `its format has the version ${version}, and this release reads the versions ${readableVersions.join(', ')}`,
    );
  const schema = version === 1 ? FirstManifest : Manifest;
  if (!Value.Check(schema, any)) throw notAnArchive(faultOf(memberNames.manifest, schema, any));
  return any;
}

const bytesOf = (name: string, source: Readable): Promise<Buffer> =>
  buffer(source).catch((error: unknown) => {
    throw notAnArchive(`${name} is damaged: ${fileReason(error)}`);
  });

function parsed(name: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw notAnArchive(`${name} is not JSON`);
  }
}

/** The first member of a value that is not of the schema. */
export function faultOf(name: string, schema: TSchema, value: unknown): string {
  const [first] = Value.Errors(schema, value);
  return `${name} is not as the format has it${first ? ` (${first.instancePath || '/'} ${first.message})` : ''}`;
}

/** Reads the directory of an archive. @throws CommandFailure for names, sizes and places that no export makes */
async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > maxEntries) throw notAnArchive('it has too many entries');
  const entries = new Map<string, Entry>();
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName: name } = entry;
      if (!isMemberPath(name)) throw notAnArchive(`it has an entry with the name ${JSON.stringify(name)}`);
      if (entries.has(name)) throw notAnArchive(`it has ${name} twice`);
      if (!entry.canDecodeFileData()) throw notAnArchive(`${name} is encrypted or compressed otherwise`);
      entries.set(name, entry);
    }
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw notAnArchive(`its directory is damaged: ${fileReason(error)}`);
  }
  refuseBombs([...entries.values()], zip.fileSize);
  return entries;
}

/** Refuses entries that share bytes, and those that unpack to more than any export does. */
function refuseBombs(entries: readonly Entry[], fileSize: number): void {
  const placed = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let [end, unpacked] = [0, 0];
  for (const { fileName, relativeOffsetOfLocalHeader: start, compressedSize, uncompressedSize } of placed) {
    if (start < end) throw notAnArchive(`${fileName} shares bytes with another entry`);
    end = start + localHeaderBytes + compressedSize;
    unpacked += uncompressedSize;
  }
  if (unpacked > unpackedBytes && unpacked > fileSize * unpackedRatio)
    throw notAnArchive(`it unpacks to ${unpacked} bytes, which is too much for its size`);
}

function checkedMembers(
  manifest: Pick<ReadManifest, 'members'>,
  entries: ReadonlyMap<string, Entry>,
): ReadonlyMap<string, Member> {
  const members = new Map(manifest.members.map((member) => [member.path, member]));
  if (members.size !== manifest.members.length) throw notAnArchive('its manifest names a member twice');
  for (const { path, bytes } of manifest.members) {
    const entry = entries.get(path);
    if (!entry) throw notAnArchive(`it lacks ${path}`);
    if (entry.uncompressedSize !== bytes)
      throw notAnArchive(`${path} has another size than its manifest says`);
  }
  for (const name of entries.keys())
    if (!members.has(name) && name !== memberNames.manifest)
      throw notAnArchive(`its manifest does not name ${name}`);
  return members;
}
