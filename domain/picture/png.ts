import { ByteReader, joined } from './byte-reader.ts';
import { DamagedPicture, type Picture } from './picture.ts';

const signatureLength = 8;

/** What a decoder needs. Texts, times, EXIF and the frames of an animation are left out: the first picture stays. */
const kept = ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'sBIT', 'pHYs'];

/** Reads a PNG. @throws DamagedPicture */
export function readPng(bytes: Uint8Array): Picture {
  const reader = new ByteReader(bytes);
  const parts = [reader.take(signatureLength)];
  let size: Pick<Picture, 'height' | 'width'> | null = null;
  let hasContent = false;
  for (;;) {
    const start = reader.at;
    const length = reader.uint32(false);
    const name = reader.text(4);
    const data = new ByteReader(reader.take(length));
    // The checksum, which a decoder compares.
    reader.take(4);
    if ((size === null) !== (name === 'IHDR')) throw new DamagedPicture();
    if (name === 'IHDR') size = { width: data.uint32(false), height: data.uint32(false) };
    if (name === 'IDAT') hasContent = true;
    if (kept.includes(name)) parts.push(reader.since(start));
    if (name === 'IEND') break;
  }
  if (!hasContent || size === null) throw new DamagedPicture();
  return { type: 'image/png', ...size, bytes: joined(parts) };
}
