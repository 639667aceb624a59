import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

/** Pictures of 8 × 4 pixels as Chromium writes them, and a GIF of one pixel. */
const content = {
  png:
    'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAYAAACzzX7wAAAAN0lEQVR4AXyKwQ0AIAgDG/bQr9vorG6jXxeRwpcA6YWmrbR5foWA' +
    '9/aAQRvkg74ujNAy8AF/KgUAAP//JDjK+QAAAAZJREFUAwDrCxgZXTlyLwAAAABJRU5ErkJggg==',
  jpeg:
    '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh' +
    'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB' +
    'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA' +
    'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y' +
    'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM' +
    'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0o' +
    'OjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2Nj' +
    'Y2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAEAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/' +
    'xAAcEAACAgMBAQAAAAAAAAAAAAABAgASAyFhETH/xAAVAQEBAAAAAAAAAAAAAAAAAAAFBv/EABQRAQAAAAAAAAAAAAAAAAAAAAD/' +
    '2gAMAwEAAhEDEQA/AJOTI2StgoqoUVQLrvn09O4iJSDn/9k=',
  webp:
    'UklGRiQCAABXRUJQVlA4WAoAAAAgAAAABwAAAwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABh' +
    'Y3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAAB' +
    'UAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAA' +
    'AAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9Y' +
    'WVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAM' +
    'ZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDggNgAAAPABAJ0BKggABAACwEwlqAJ0ugADCQb7' +
    'gAD+oy7XttRfuDvS+Ux//+Zo/Sb6Teh/8bstRUpgAA==',
  gif: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
} as const;

export type SmallPicture = keyof typeof content;

/** A small picture of each format. */
export const smallPicture = (format: SmallPicture): Buffer => Buffer.from(content[format], 'base64');

/** A PNG of random pixels, which cannot be compressed: of about three bytes for each. */
export function noisePng(width: number, height: number): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, 0])]);
  const rows = Array.from({ length: height }, () => Buffer.concat([Buffer.alloc(1), randomBytes(3 * width)]));
  const chunks = [
    ['IHDR', header],
    ['IDAT', deflateSync(Buffer.concat(rows))],
    ['IEND', Buffer.alloc(0)],
  ] as const;
  const signature = Buffer.from([0x89, ...Buffer.from('PNG\r\n\x1a\n')]);
  return Buffer.concat([signature, ...chunks.map(([name, data]) => pngChunk(name, data))]);
}

/** Inserts bytes into a content. */
export const withInserted = (bytes: Buffer, at: number, inserted: Buffer): Buffer =>
  Buffer.concat([bytes.subarray(0, at), inserted, bytes.subarray(at)]);

const uint32 = (value: number, littleEndian = false): Buffer => {
  const bytes = Buffer.alloc(4);
  if (littleEndian) bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
};

/** A chunk of a PNG. */
export const pngChunk = (name: string, data: Buffer): Buffer =>
  Buffer.concat([
    uint32(data.length),
    Buffer.from(name),
    data,
    uint32(crc32(Buffer.concat([Buffer.from(name), data]))),
  ]);

/** The place after the header of a PNG. */
export const afterPngHeader = 8 + 12 + 13;

/** A segment of a JPEG. */
export const jpegSegment = (marker: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff]), data]);

/** The data of an EXIF segment with an orientation, and a text that must not be kept. */
export function exifData(orientation: number, text: string, byteOrder: 'II' | 'MM' = 'II'): Buffer {
  const little = byteOrder === 'II';
  const short = (value: number) =>
    Buffer.from(little ? [value & 0xff, value >> 8] : [value >> 8, value & 0xff]);
  const entry = (tag: number, type: number, count: number, value: Buffer) =>
    Buffer.concat([short(tag), short(type), uint32(count, little), value]);
  return Buffer.concat([
    Buffer.from(`Exif\0\0${byteOrder}`),
    short(42),
    uint32(8, little),
    short(2),
    entry(0x010f, 2, text.length, uint32(38, little)),
    entry(0x0112, 3, 1, Buffer.concat([short(orientation), short(0)])),
    uint32(0),
    Buffer.from(text),
  ]);
}

/** A chunk of a WebP. */
export const webpChunk = (name: string, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(name),
    uint32(data.length, true),
    data,
    ...(data.length % 2 === 1 ? [Buffer.alloc(1)] : []),
  ]);

/** Adds chunks to a WebP. */
export function withWebpChunk(webp: Buffer, chunk: Buffer): Buffer {
  const whole = Buffer.concat([webp, chunk]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}
