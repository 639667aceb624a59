import { ByteReader, joined } from './byte-reader.ts';
import { DamagedPicture } from './picture.ts';

const orientationTag = 0x0112;
const exifName = 'Exif\0\0';

/** The orientations that a camera may record; the first is upright, those from the fifth on lie on a side. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
const isOrientation = (value: number): value is Orientation =>
  Number.isInteger(value) && value >= 1 && value <= 8;

/** Whether width and height change places when a browser shows the picture. */
export const liesOnSide = (orientation: Orientation): boolean => orientation >= 5;

/** Returns the orientation in the data of an EXIF segment; upright if they have none that can be read. */
export function orientationIn(data: Uint8Array): Orientation {
  try {
    const reader = new ByteReader(data);
    if (reader.text(exifName.length) !== exifName) return 1;
    const start = reader.at;
    const littleEndian = reader.text(2) === 'II';
    reader.uint16(littleEndian);
    reader.at = start + reader.uint32(littleEndian);
    for (let entries = reader.uint16(littleEndian); entries > 0; entries -= 1) {
      const tag = reader.uint16(littleEndian);
      reader.take(6);
      const value = reader.uint16(littleEndian);
      reader.take(2);
      if (tag === orientationTag) return isOrientation(value) ? value : 1;
    }
    return 1;
  } catch (error) {
    if (error instanceof DamagedPicture) return 1;
    throw error;
  }
}

/** The marker and the length of the segment. */
const segmentStart = Uint8Array.from([0xff, 0xe1, 0, 34]);
/** The header of TIFF. */
const tiffHeader = Uint8Array.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 8]);

/** A directory of one entry, a short, and its end. */
const directoryOf = (orientation: Orientation): Uint8Array =>
  Uint8Array.from([0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]);

/** Writes an EXIF segment of a JPEG that says the orientation and nothing else. */
export const orientationSegment = (orientation: Orientation): Uint8Array =>
  joined([segmentStart, Buffer.from(exifName, 'latin1'), tiffHeader, directoryOf(orientation)]);
