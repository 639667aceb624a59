import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pictureBytes } from '../../../domain/picture/picture.ts';
import { readPicture } from '../../../domain/picture/read-picture.ts';
import {
  afterPngHeader,
  exifData,
  jpegSegment,
  pngChunk,
  type SmallPicture,
  smallPicture,
  webpChunk,
  withInserted,
  withWebpChunk,
} from '../../support/pictures.ts';

const test = suite('reading a picture');

const formats = ['png', 'jpeg', 'webp', 'gif'] as const satisfies readonly SmallPicture[];
const secret = 'Lat 52.5, taken by Ada';

function read(bytes: Uint8Array) {
  const picture = readPicture(bytes);
  assert.ok(picture.ok, picture.ok ? '' : picture.error.reason);
  return picture.value;
}

function reasonOf(bytes: Uint8Array): string {
  const picture = readPicture(bytes);
  return picture.ok ? 'none' : picture.error.reason;
}

for (const format of formats)
  test(`a ${format} is recognised by its bytes, and stays as it is`, () => {
    const bytes = smallPicture(format);
    const { type, width, height, bytes: kept } = read(bytes);
    assert.equal([type, width, height], [`image/${format}`, ...(format === 'gif' ? [1, 1] : [8, 4])]);
    assert.equal(Buffer.from(kept), bytes);
  });

test('what is no picture is refused', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const text of [svg, '<?xml version="1.0"?>' + svg, '<html>', 'GIF', 'BM000000000000', '%PDF-1.7'])
    assert.is(reasonOf(Buffer.from(text)), 'unknown_type', text);
  assert.is(reasonOf(Buffer.alloc(0)), 'empty');
});

const png = smallPicture('png');
const jpeg = smallPicture('jpeg');
const webp = smallPicture('webp');
const gif = smallPicture('gif');
const text = Buffer.from(secret);
const afterJpegHeader = 2;
const comment = Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), text, Buffer.from([0])]);
const afterGifTable = 13 + 6;

const jfif = (width: number, height: number, preview = Buffer.alloc(0)) =>
  jpegSegment(
    0xe0,
    Buffer.concat([Buffer.from('JFIF\0\x01\x02\0\0\x01\0\x01'), Buffer.from([width, height]), preview]),
  );

const withMetadata: readonly (readonly [name: string, bytes: Buffer, without: Buffer])[] = [
  ['a text in a PNG', withInserted(png, afterPngHeader, pngChunk('tEXt', text)), png],
  ['EXIF in a PNG', withInserted(png, afterPngHeader, pngChunk('eXIf', text)), png],
  ['bytes after a PNG', Buffer.concat([png, text]), png],
  ['XMP in a JPEG', withInserted(jpeg, afterJpegHeader, jpegSegment(0xe1, text)), jpeg],
  ['IPTC in a JPEG', withInserted(jpeg, afterJpegHeader, jpegSegment(0xed, text)), jpeg],
  ['a comment in a JPEG', withInserted(jpeg, afterJpegHeader, jpegSegment(0xfe, text)), jpeg],
  ['a preview in a JPEG', withInserted(jpeg, afterJpegHeader, jpegSegment(0xe0, text)), jpeg],
  [
    'a preview in the header of a JPEG',
    withInserted(jpeg, 2, jfif(4, 1, text)),
    withInserted(jpeg, 2, jfif(0, 0)),
  ],
  ['upright EXIF in a JPEG', withInserted(jpeg, 2, jpegSegment(0xe1, exifData(1, secret))), jpeg],
  ['another picture after a JPEG', Buffer.concat([jpeg, jpeg, text]), jpeg],
  ['EXIF in a WebP', withWebpChunk(webp, webpChunk('EXIF', text)), webp],
  ['XMP in a WebP', withWebpChunk(webp, webpChunk('XMP ', text)), webp],
  ['a comment in a GIF', withInserted(gif, afterGifTable, comment), gif],
];

for (const [name, bytes, without] of withMetadata)
  test(`${name} is left out`, () => {
    assert.ok(bytes.includes(secret));
    assert.equal(Buffer.from(read(bytes).bytes), without);
  });

for (const byteOrder of ['II', 'MM'] as const)
  test(`the orientation of a photograph stays, without the rest of its EXIF (${byteOrder})`, () => {
    const turned = withInserted(jpeg, 2, jpegSegment(0xe1, exifData(6, secret, byteOrder)));
    const { width, height, bytes } = read(turned);
    assert.equal([width, height], [4, 8], 'as browsers show it');
    assert.not.ok(Buffer.from(bytes).includes(secret));
    assert.equal(read(bytes), read(turned), 'nothing changes the second time');
  });

test('an animation is refused, and of an animated PNG the still picture stays', () => {
  const image = gif.subarray(afterGifTable, -1);
  assert.is(reasonOf(withInserted(gif, gif.length - 1, image)), 'animated');
  assert.is(reasonOf(withWebpChunk(webp, webpChunk('ANIM', Buffer.alloc(6)))), 'animated');
  const frames = Buffer.concat([pngChunk('acTL', Buffer.alloc(8)), pngChunk('fcTL', Buffer.alloc(26))]);
  assert.equal(Buffer.from(read(withInserted(png, afterPngHeader, frames)).bytes), png);
});

test('a picture of many pixels is refused before they are decoded', () => {
  const sized = (width: number, height: number) => {
    const bytes = Buffer.from(png);
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    return bytes;
  };
  assert.is(reasonOf(sized(2_000, 2_000)), 'none');
  assert.is(reasonOf(sized(2_001, 2_000)), 'too_many_pixels');
  assert.is(reasonOf(sized(4_097, 1)), 'too_many_pixels');
  assert.is(reasonOf(sized(0, 4)), 'damaged');
  const large = Buffer.from(webp);
  large.writeUInt16LE(9, large.indexOf('VP8 ') + 8 + 6);
  assert.is(reasonOf(large), 'damaged', 'a frame of another size than its canvas');
  const outside = Buffer.from(gif);
  outside.writeUInt16LE(65_535, gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0])) + 5);
  assert.is(reasonOf(outside), 'damaged', 'an image beyond its screen');
});

test('metadata do not count, and the rest has a limit', () => {
  const padded = (name: string) =>
    withInserted(png, afterPngHeader, pngChunk(name, Buffer.alloc(pictureBytes)));
  assert.is(reasonOf(padded('tEXt')), 'none');
  assert.is(reasonOf(padded('iCCP')), 'too_large');
});

for (const format of formats)
  test(`a ${format} that is cut off anywhere is refused`, () => {
    const bytes = smallPicture(format);
    for (let length = 1; length < bytes.length; length += 1)
      assert.match(reasonOf(bytes.subarray(0, length)), /^(unknown_type|damaged)$/, `${length} bytes`);
  });

test('any change of bytes gives a picture that reads the same again, or a refusal', () => {
  const change = fc.record({
    format: fc.constantFrom(...formats),
    places: fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 6 }),
  });
  fc.assert(
    fc.property(change, ({ format, places }) => {
      const bytes = smallPicture(format);
      for (const [place, byte] of places) bytes[place % bytes.length] = byte;
      const first = readPicture(bytes);
      if (!first.ok) return;
      assert.ok(first.value.bytes.length <= bytes.length + 36);
      assert.equal(readPicture(first.value.bytes), first);
    }),
    { numRuns: 2_000 },
  );
});

test.run();
