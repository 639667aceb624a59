import { InvalidResponse } from './invalid-response.ts';

/** A receiver may send this many interim (1xx) responses before its response. */
const maxInterim = 10;

/** The beginning of each interim response, `d` standing for any digit. */
const beginning = 'HTTP/1.d 1dd';
/** Switching Protocols: what follows is no longer HTTP. */
const switching = '101';

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/**
 * Removes interim responses (`100 Continue`, `103 Early Hints` and so on) from the beginning of one response: RFC 9110
 * section 15.2 asks a client to expect them at any time, and undici takes a `100` that it did not ask for as a fault.
 */
export class InterimFilter {
  /** The bytes that may turn out to begin an interim response. */
  #undecided: Buffer | null = null;
  #isInside = false;
  #lineEnds = 0;
  #count = 0;

  /**
   * Takes the next bytes from the connection. @returns the bytes of the final response as soon as there are any
   * @throws InvalidResponse for a flood of interim responses and for a switch of protocols
   */
  take(chunk: Buffer): Buffer | null {
    let bytes = this.#undecided ? Buffer.concat([this.#undecided, chunk]) : chunk;
    this.#undecided = null;
    while (bytes.length > 0) {
      if (this.#isInside) {
        bytes = bytes.subarray(this.#restOf(bytes));
        continue;
      }
      if (!mayBeInterim(bytes)) return bytes;
      if (bytes.length < beginning.length) {
        this.#undecided = Buffer.from(bytes);
        return null;
      }
      this.#begin(bytes);
    }
    return null;
  }

  #begin(bytes: Buffer): void {
    if (bytes.toString('latin1', beginning.length - 3, beginning.length) === switching)
      throw new InvalidResponse('the receiver switched to another protocol without being asked to');
    if (++this.#count > maxInterim)
      throw new InvalidResponse(`the receiver sent over ${maxInterim} interim responses`);
    this.#isInside = true;
    this.#lineEnds = 0;
  }

  /** Returns how many bytes of `chunk` belong to the interim response. */
  #restOf(chunk: Buffer): number {
    for (let i = 0; i < chunk.length; i++) {
      if (chunk[i] === lineFeed) this.#lineEnds += 1;
      else if (chunk[i] !== carriageReturn) this.#lineEnds = 0;
      if (this.#lineEnds < 2) continue;
      this.#isInside = false;
      return i + 1;
    }
    return chunk.length;
  }
}

function mayBeInterim(bytes: Buffer): boolean {
  const known = Math.min(bytes.length, beginning.length);
  for (let i = 0; i < known; i++) {
    const isExpected = beginning[i] === 'd' ? isDigit(bytes[i]) : bytes[i] === beginning.charCodeAt(i);
    if (!isExpected) return false;
  }
  return true;
}
