import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** The headers that say how a body is to be read. */
export interface BodyHeaders {
  readonly contentType: string | undefined;
  readonly contentEncoding: string | undefined;
}

const unreadable = '(binary data)';

/**
 * Returns the beginning of a response's body as text, which people can read whatever the receiver sends: unpacked and
 * decoded as its headers say, without control characters. Never throws.
 * @param bytes the beginning of the body; it may end within a character
 * @param maxBytes the most bytes that unpacking may produce
 */
export async function excerptOf(bytes: Buffer, headers: BodyHeaders, maxBytes: number): Promise<string> {
  if (bytes.length === 0) return '';
  const encoding = headers.contentEncoding?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return textOf(bytes, headers.contentType);
  const unpacked = await unpack(bytes, encoding, maxBytes);
  return unpacked ? textOf(unpacked, headers.contentType) : unreadable;
}

/** Returns the first `maxBytes` of what is packed, without unpacking more; null if it cannot be unpacked. */
async function unpack(bytes: Buffer, encoding: string, maxBytes: number): Promise<Buffer | null> {
  const stream = unpackerOf(encoding, bytes, maxBytes);
  if (!stream) return null;
  const parts: Buffer[] = [];
  let size = 0;
  stream.end(bytes);
  try {
    for await (const part of stream) {
      if (!Buffer.isBuffer(part)) continue;
      parts.push(part);
      size += part.length;
      if (size >= maxBytes) break;
    }
  } catch {
    // What came before the fault is kept.
  }
  return size === 0 ? null : Buffer.concat(parts).subarray(0, maxBytes);
}

function unpackerOf(encoding: string, bytes: Buffer, chunkSize: number) {
  // The bytes may be cut off; what they hold is flushed rather than refused.
  const flush = { chunkSize, finishFlush: constants.Z_SYNC_FLUSH };
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(flush);
    case 'deflate':
      // Some servers leave out the wrapper of zlib, which begins with 8.
      return ((bytes[0] ?? 0) & 0x0f) === 8 ? createInflate(flush) : createInflateRaw(flush);
    case 'br':
      return createBrotliDecompress({ chunkSize, finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      return null;
  }
}

function textOf(bytes: Buffer, contentType: string | undefined): string {
  const text = decode(bytes, contentType);
  // Control characters, and the mark of what could not be decoded.
  const odd = /[^\P{Cc}\t\n\r]|\ufffd/gu;
  const count = text.match(odd)?.length ?? 0;
  if (count > text.length / 10) return unreadable;
  return count === 0 ? text : text.replace(odd, '\ufffd');
}

function decode(bytes: Buffer, contentType: string | undefined): string {
  const [, named] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '') ?? [];
  const charset = byteOrder(bytes) ?? named;
  const decoded = charset === undefined ? null : decodeAs(charset, bytes, false);
  // Without a known charset: UTF-8 if it is that, otherwise the usual charset of old servers.
  return decoded ?? decodeAs('utf-8', bytes, true) ?? decodeAs('windows-1252', bytes, false) ?? unreadable;
}

/** Returns the charset that a byte order mark of UTF-16 names. */
function byteOrder([first, second]: Buffer): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** Returns null for an unknown charset, or if `fatal` and the bytes are not of it. */
function decodeAs(charset: string, bytes: Buffer, fatal: boolean): string | null {
  try {
    // As a part of a stream, so that a character that is cut off at the end is left out.
    return new TextDecoder(charset, { fatal }).decode(bytes, { stream: true });
  } catch {
    return null;
  }
}
