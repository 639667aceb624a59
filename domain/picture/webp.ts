import { ByteReader, joined } from './byte-reader.ts';
import { AnimatedPicture, DamagedPicture, type Picture } from './picture.ts';

type Size = Pick<Picture, 'height' | 'width'>;

/** What a decoder needs. EXIF and XMP are left out. */
const kept = ['VP8X', 'ICCP', 'ALPH', 'VP8 ', 'VP8L'];
/** The flags of the extended header: an animation, XMP and EXIF. */
const [animation, metadata] = [0x02, 0x04 | 0x08];

function lossySize(data: ByteReader): Size {
  const tag = data.uint24();
  // A key frame begins with this code.
  if ((tag & 1) !== 0 || data.uint24() !== 0x2a019d) throw new DamagedPicture();
  return { width: data.uint16(true) & 0x3fff, height: data.uint16(true) & 0x3fff };
}

function losslessSize(data: ByteReader): Size {
  if (data.uint8() !== 0x2f) throw new DamagedPicture();
  const packed = data.uint32(true);
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
}

function canvasSize(data: ByteReader): Size {
  data.take(4);
  return { width: data.uint24() + 1, height: data.uint24() + 1 };
}

/** Returns the extended header without the flags of what is left out. */
function withoutMetadata(chunk: Uint8Array): Uint8Array {
  const own = Uint8Array.from(chunk);
  const flags = 8;
  own[flags] = (own[flags] ?? 0) & ~metadata;
  return own;
}

/** Reads a WebP of one frame. @throws DamagedPicture, AnimatedPicture */
export function readWebp(bytes: Uint8Array): Picture {
  const reader = new ByteReader(bytes);
  reader.take(4);
  const end = 8 + reader.uint32(true);
  reader.take(4);
  if (end > bytes.length) throw new DamagedPicture();
  const parts: Uint8Array[] = [];
  let [canvas, size]: [Size | null, Size | null] = [null, null];
  while (reader.at < end) {
    const start = reader.at;
    const name = reader.text(4);
    const length = reader.uint32(true);
    const data = reader.take(length);
    if (length % 2 === 1) reader.take(1);
    if (name === 'ANIM' || name === 'ANMF') throw new AnimatedPicture();
    const isImage = name === 'VP8 ' || name === 'VP8L';
    if (isImage && size !== null) throw new DamagedPicture();
    if (name === 'VP8 ') size = lossySize(new ByteReader(data));
    if (name === 'VP8L') size = losslessSize(new ByteReader(data));
    if (name === 'VP8X') {
      canvas = canvasSize(new ByteReader(data));
      if (((data[0] ?? 0) & animation) !== 0) throw new AnimatedPicture();
    }
    const chunk = reader.since(start);
    if (kept.includes(name)) parts.push(name === 'VP8X' ? withoutMetadata(chunk) : chunk);
  }
  if (size === null) throw new DamagedPicture();
  if (canvas && (canvas.width !== size.width || canvas.height !== size.height)) throw new DamagedPicture();
  return { type: 'image/webp', ...size, bytes: joined([riffHeader(parts), ...parts]) };
}

function riffHeader(parts: readonly Uint8Array[]): Uint8Array {
  const header = Uint8Array.from(Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'));
  const length = parts.reduce((sum, part) => sum + part.length, 4);
  new DataView(header.buffer).setUint32(4, length, true);
  return header;
}
