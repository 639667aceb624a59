import { err, ok, type Result } from '../result.ts';
import { readGif } from './gif.ts';
import { readJpeg } from './jpeg.ts';
import {
  AnimatedPicture,
  DamagedPicture,
  type Picture,
  pictureBytes,
  type PictureFault,
  picturePixels,
  pictureSide,
} from './picture.ts';
import { readPng } from './png.ts';
import { readWebp } from './webp.ts';

/** The beginnings of the formats, with a dot for any byte. A text such as SVG has none of them. */
const formats: readonly (readonly [beginning: RegExp, read: (bytes: Uint8Array) => Picture])[] = [
  // eslint-disable-next-line no-control-regex -- the sign of a PNG has one
  [/^\x89PNG\r\n\x1a\n/, readPng],
  [/^\xff\xd8\xff/, readJpeg],
  [/^GIF8[79]a/, readGif],
  [/^RIFF.{4}WEBP/s, readWebp],
];
const longestBeginning = 12;

/**
 * Reads a picture from its bytes, whatever it is called, and leaves out its metadata. The pixels are not decoded: the header says how
 * many there are.
 */
export function readPicture(bytes: Uint8Array): Result<Picture, PictureFault> {
  if (bytes.length === 0) return err({ reason: 'empty' });
  const beginning = String.fromCharCode(...bytes.subarray(0, longestBeginning));
  const read = formats.find(([pattern]) => pattern.test(beginning))?.[1];
  if (!read) return err({ reason: 'unknown_type' });
  try {
    return checked(read(bytes));
  } catch (error) {
    if (error instanceof DamagedPicture) return err({ reason: 'damaged' });
    if (error instanceof AnimatedPicture) return err({ reason: 'animated' });
    throw error;
  }
}

function checked(picture: Picture): Result<Picture, PictureFault> {
  const { width, height, bytes } = picture;
  if (width === 0 || height === 0) return err({ reason: 'damaged' });
  if (Math.max(width, height) > pictureSide || width * height > picturePixels)
    return err({ reason: 'too_many_pixels' });
  if (bytes.length > pictureBytes) return err({ reason: 'too_large' });
  return ok(picture);
}
