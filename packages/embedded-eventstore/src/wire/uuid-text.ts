const textLength = 36;
const dash = 45;
/** The value of each character as a hexadecimal digit, -1 for others. */
const digits = Int8Array.from({ length: 256 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /[\da-f]/i.test(character) ? parseInt(character, 16) : -1;
});

/** The 16 bytes of a UUID that `bytes` has as text with dashes; undefined if it is no UUID. */
export function uuidFromText(bytes: Buffer, start: number, end: number): Buffer | undefined {
  if (end - start !== textLength) return undefined;
  const id = Buffer.allocUnsafe(16);
  let at = start;
  for (let n = 0; n < id.length; n++) {
    if ((n === 4 || n === 6 || n === 8 || n === 10) && bytes[at++] !== dash) return undefined;
    const value = digitAt(bytes, at) * 16 + digitAt(bytes, at + 1);
    if (value < 0) return undefined;
    id[n] = value;
    at += 2;
  }
  return id;
}

/** For another character, so far below zero that the other digit of the byte cannot make up for it. */
const digitAt = (bytes: Buffer, at: number): number => {
  const digit = digits[bytes[at] ?? 0] ?? -1;
  return digit < 0 ? -256 : digit;
};
