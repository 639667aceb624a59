import { ApiError, invalidRequest } from '../errors/errors.ts';

/** The largest JSON body in bytes. */
export const jsonBytes = 512 * 1_024;
/**
 * The largest JSON body with the answers of a submission: two texts of 100,000 emoji, of which each is twelve bytes as an escape. Their
 * event must fit into one append of 1 MiB.
 */
export const submissionBytes = 2_560 * 1_024;
/** The largest webhook of a payment provider in bytes. */
export const hookBytes = 256 * 1_024;
/** The most values in a JSON body: members of objects and elements of arrays, at all levels together. */
export const jsonValues = 10_000;
/** The most members of one object in a JSON body. */
export const objectMembers = 1_000;
/** The deepest nesting of a JSON body. */
export const jsonDepth = 32;
/** The most names in a form that a browser sends, repeated names included. */
export const formNames = 6_000;
/** The bytes of a body that are read and dropped after the answer, so that its sender gets the answer. */
export const droppedBytes = 8 * 1_024 * 1_024;

/** The error of a body with more than `limit` bytes. */
export const tooManyBytes = (limit: number): ApiError =>
  new ApiError('payload_too_large', {
    message: `The body is too large: at most ${inWords(limit)} bytes are accepted.`,
    details: { limit_bytes: limit },
  });

const inWords = (number: number): string => number.toLocaleString('en');

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The bytes from the point to nine are those of numbers, and a slash, which no JSON has outside of texts. */
const [point, nine] = [0x2e, 0x39];
/** Every number of so many digits, and without exponent, is kept. */
const exactDigits = 15;

/** The members of each open object; a count is synchronous, so that one array serves all. */
const members = new Uint16Array(jsonDepth + 1);

/**
 * Counts the values of a JSON body before it is parsed: names that never occurred before cost some microseconds each
 * to parse. One pass over the bytes, which need not be JSON.
 * @returns the number of names in all objects, and whether a number may have more digits than are kept
 * @throws ApiError `invalid_request` for a body with too many values, or nested too deep
 */
export function countJson(body: Uint8Array): { names: number; hasLongNumbers: boolean } {
  let [depth, values, names] = [0, 0, 0];
  /** The digits and points of the present number so far. */
  let digits = 0;
  let [isInString, hasLongNumbers] = [false, false];
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (isInString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isInString = false;
    } else if (byte === quote) {
      isInString = true;
    } else if (byte === openObject || byte === openList) {
      if (depth === jsonDepth) throw invalidRequest(`The body is nested deeper than ${jsonDepth} levels.`);
      depth += 1;
      members[depth] = 0;
      values += 1;
    } else if (byte === closeObject || byte === closeList) {
      depth = Math.max(0, depth - 1);
    } else if (byte === comma) {
      values += 1;
      digits = 0;
    } else if (byte === colon) {
      names += 1;
      const own = (members[depth] ?? 0) + 1;
      if (own > objectMembers)
        throw invalidRequest(`An object in the body has more than ${inWords(objectMembers)} members.`);
      members[depth] = own;
    } else if (byte !== undefined && byte >= point && byte <= nine) {
      digits += 1;
      if (digits > exactDigits) hasLongNumbers = true;
    } else if (digits > 0 && (byte === 0x45 || byte === 0x65)) {
      hasLongNumbers = true;
    }
    if (values > jsonValues) throw invalidRequest(`The body has more than ${inWords(jsonValues)} values.`);
  }
  return { names, hasLongNumbers };
}

/** The error of a form with more names than `formNames`. */
export const tooManyNames = (): ApiError =>
  new ApiError('payload_too_large', {
    message: `The form has too many answers: at most ${inWords(formNames)} are accepted.`,
  });
