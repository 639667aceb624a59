import { inflateRawSync } from 'node:zlib';

const storedMethod = 0;

/** Reads the contents of a ZIP archive, by path, from its central directory. */
export function readArchive(archive: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [size, nameLength, extra, comment] = [20, 28, 30, 32].map((offset) =>
      offset === 20 ? archive.readUInt32LE(at + offset) : archive.readUInt16LE(at + offset),
    );
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(start, start + (size ?? 0));
    const isStored = archive.readUInt16LE(at + 10) === storedMethod;
    files.set(name, isStored ? Buffer.from(bytes) : inflateRawSync(bytes));
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return files;
}

/** Reads the texts of a ZIP archive, by path. */
export const readZip = (archive: Buffer): ReadonlyMap<string, string> =>
  new Map([...readArchive(archive)].map(([path, bytes]) => [path, bytes.toString()]));
