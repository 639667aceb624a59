import { createHash, type Hash } from 'node:crypto';
import { Transform } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type';

/** So many bytes at the beginning tell the type of most contents. */
const prefixBytes = 64 * 1_024;

/** Types of containers, whose first bytes may not tell what they hold. */
const containers = new Set(['application/zip', 'application/x-cfb', 'application/octet-stream']);

/** Whether more of the content may tell a narrower type. */
export const isContainer = (type: string): boolean => containers.has(type);

/**
 * Follows the bytes of a content: their number, their hash, and their type as soon as there are enough of them.
 * It continues where an earlier request ended.
 */
export class ContentInspection {
  readonly #hash: Hash = createHash('sha256');
  readonly #prefix: Buffer[] = [];
  #size = 0;
  #type: string | null = null;

  get size(): number {
    return this.#size;
  }

  add(chunk: Buffer): void {
    if (this.#size < prefixBytes) this.#prefix.push(chunk.subarray(0, prefixBytes - this.#size));
    this.#size += chunk.length;
    this.#hash.update(chunk);
  }

  /** Whether the bytes so far determine the type. */
  get isTold(): boolean {
    return this.#size >= prefixBytes;
  }

  /** Whether all bytes are among those that tell the type. */
  get isShort(): boolean {
    return this.#size <= prefixBytes;
  }

  /** Returns the media type by the first bytes. */
  async type(): Promise<string> {
    if (this.#type !== null) return this.#type;
    const type = await typeOf(Buffer.concat(this.#prefix), this.#size <= prefixBytes);
    if (this.isTold) {
      this.#type = type;
      this.#prefix.length = 0;
    }
    return type;
  }

  /** Returns the hash of all bytes, in hex. Nothing may be added afterwards. */
  sha256(): string {
    return this.#hash.copy().digest('hex');
  }
}

/** Returns the media type that bytes show: of a text `text/plain`, of unknown bytes `application/octet-stream`. */
async function typeOf(bytes: Buffer, isWhole = true): Promise<string> {
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (found) return found.mime;
  return isText(bytes, isWhole) ? 'text/plain' : 'application/octet-stream';
}

/** Whether bytes are UTF-8 without control characters. A character that is cut off at the end counts if more bytes follow. */
function isText(bytes: Buffer, isWhole: boolean): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isWhole });
    // eslint-disable-next-line no-control-regex -- texts have tabs, line ends and form feeds alone of these
    return !/[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/.test(text);
  } catch {
    return false;
  }
}

/**
 * A stream that passes bytes on after `before` has seen them. A failure of `before` ends the stream.
 * @param before returns a promise only where it has to wait, because each takes a turn
 */
export const inspecting = (before: (chunk: Buffer) => Promise<void> | undefined): Transform =>
  new Transform({
    transform(chunk: Buffer, _, done) {
      try {
        const waiting = before(chunk);
        if (!waiting) return done(null, chunk);
        waiting.then(
          () => done(null, chunk),
          (error: unknown) => done(asError(error)),
        );
      } catch (error) {
        done(asError(error));
      }
    },
  });

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
