import { ByteReader, joined } from './byte-reader.ts';
import { liesOnSide, type Orientation, orientationIn, orientationSegment } from './orientation.ts';
import { DamagedPicture, type Picture } from './picture.ts';

const [startOfImage, endOfImage, startOfScan, comment] = [0xd8, 0xd9, 0xda, 0xfe];
const exif = 0xe1;
/** The header of a frame, with its size; three other markers lie among these. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isOfApplication = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef;
/** Data of applications that decide how a picture is decoded, by the marker and the name at their beginning. */
const kept: Readonly<Record<number, string>> = { 0xe2: 'ICC_PROFILE\0', 0xee: 'Adobe' };
const jfif = 0xe0;
/** The version and the density, without the size of a preview, which follows with the preview. */
const jfifLength = 12;

const beginsWith = (data: Uint8Array, name: string): boolean =>
  Buffer.from(name, 'latin1').equals(data.subarray(0, name.length));

/** Moves to the marker after the data of a scan, in which 0xff is followed by zero or by the number of a restart. */
function skipScan(reader: ByteReader): void {
  for (;;) {
    if (reader.uint8() !== 0xff) continue;
    let next = reader.uint8();
    while (next === 0xff) next = reader.uint8();
    if (next === 0 || (next >= 0xd0 && next <= 0xd7)) continue;
    reader.at -= 2;
    return;
  }
}

function markerIn(reader: ByteReader): number {
  if (reader.uint8() !== 0xff) throw new DamagedPicture();
  let marker = reader.uint8();
  while (marker === 0xff) marker = reader.uint8();
  return marker;
}

/**
 * Reads a JPEG. Its metadata, previews and what follows its end are left out; the orientation stays, without which a picture of a
 * camera would lie on its side.
 * @throws DamagedPicture
 */
export function readJpeg(bytes: Uint8Array): Picture {
  const reader = new ByteReader(bytes);
  if (markerIn(reader) !== startOfImage) throw new DamagedPicture();
  const parts = [reader.since(0)];
  let size: Pick<Picture, 'height' | 'width'> | null = null;
  let orientation: Orientation | null = null;
  let hasScan = false;
  for (;;) {
    const start = reader.at;
    const marker = markerIn(reader);
    if (marker === endOfImage) {
      parts.push(reader.since(start));
      break;
    }
    const data = reader.take(reader.uint16(false) - 2);
    if (isFrame(marker)) {
      if (size !== null) throw new DamagedPicture();
      size = sizeIn(new ByteReader(data));
    }
    if (marker === startOfScan) {
      hasScan = true;
      skipScan(reader);
    }
    if (marker === exif && orientation === null && beginsWith(data, 'Exif\0')) {
      orientation = orientationIn(data);
      if (orientation !== 1) parts.push(orientationSegment(orientation));
    } else if (marker === jfif && beginsWith(data, 'JFIF\0')) parts.push(withoutPreview(data));
    else if (!isLeftOut(marker, data)) parts.push(reader.since(start));
  }
  if (size === null || !hasScan) throw new DamagedPicture();
  const { width, height } = size;
  const isTurned = orientation !== null && liesOnSide(orientation);
  const shown = isTurned ? { width: height, height: width } : { width, height };
  return { type: 'image/jpeg', ...shown, bytes: joined(parts) };
}

/** Returns a JFIF header that has no preview. @throws DamagedPicture for one that is cut off */
function withoutPreview(data: Uint8Array): Uint8Array {
  if (data.length < jfifLength + 2) throw new DamagedPicture();
  const [noWidth, noHeight] = [0, 0];
  const length = 2 + jfifLength + 2;
  return Uint8Array.of(0xff, jfif, 0, length, ...data.subarray(0, jfifLength), noWidth, noHeight);
}

function isKept(marker: number, data: Uint8Array): boolean {
  const name = kept[marker];
  return name !== undefined && beginsWith(data, name);
}

const isLeftOut = (marker: number, data: Uint8Array): boolean =>
  marker === comment || (isOfApplication(marker) && !isKept(marker, data));

function sizeIn(data: ByteReader): Pick<Picture, 'height' | 'width'> {
  data.uint8();
  const height = data.uint16(false);
  return { width: data.uint16(false), height };
}
