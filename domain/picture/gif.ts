import { ByteReader, joined } from './byte-reader.ts';
import { AnimatedPicture, DamagedPicture, type Picture } from './picture.ts';

const [extension, image, trailer] = [0x21, 0x2c, 0x3b];
/** The extension with the transparent colour of the next image. Comments and data of programs are left out. */
const graphicControl = 0xf9;

/** The bytes of a colour table, of which a packed field says the size. */
const tableBytes = (packed: number): number => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1));

function skipBlocks(reader: ByteReader): void {
  for (let length = reader.uint8(); length > 0; length = reader.uint8()) reader.take(length);
}

/** Reads a GIF of one image. @throws DamagedPicture, AnimatedPicture */
export function readGif(bytes: Uint8Array): Picture {
  const reader = new ByteReader(bytes);
  reader.take(6);
  const [width, height] = [reader.uint16(true), reader.uint16(true)];
  const packed = reader.uint8();
  reader.take(2 + tableBytes(packed));
  const parts = [reader.since(0)];
  let images = 0;
  for (;;) {
    const start = reader.at;
    const kind = reader.uint8();
    if (kind === trailer) {
      parts.push(reader.since(start));
      break;
    }
    if (kind === extension) {
      const label = reader.uint8();
      skipBlocks(reader);
      if (label === graphicControl) parts.push(reader.since(start));
    } else if (kind === image) {
      if (++images > 1) throw new AnimatedPicture();
      readImage(reader, width, height);
      parts.push(reader.since(start));
    } else throw new DamagedPicture();
  }
  if (images === 0) throw new DamagedPicture();
  return { type: 'image/gif', width, height, bytes: joined(parts) };
}

/** An image that is larger than its screen would have other pixels than the header says. */
function readImage(reader: ByteReader, width: number, height: number): void {
  const [left, top] = [reader.uint16(true), reader.uint16(true)];
  const [ownWidth, ownHeight] = [reader.uint16(true), reader.uint16(true)];
  if (left + ownWidth > width || top + ownHeight > height) throw new DamagedPicture();
  reader.take(tableBytes(reader.uint8()));
  reader.uint8();
  skipBlocks(reader);
}
