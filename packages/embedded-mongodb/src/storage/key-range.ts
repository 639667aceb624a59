/** Greater than every key: none begins with 255. */
const beyond = Buffer.of(255);

/** The end of all keys that begin with `prefix`: greater than these, and not greater than any later key. */
export function after(prefix: Buffer): Buffer {
  let length = prefix.length;
  while (length > 0 && prefix[length - 1] === 255) length--;
  if (length === 0) return beyond;
  const next = Buffer.from(prefix.subarray(0, length));
  next.writeUInt8(next.readUInt8(length - 1) + 1, length - 1);
  return next;
}

/** The range of all keys that begin with `prefix`. */
export const under = (prefix: Buffer): { start: Buffer; end: Buffer } => ({
  start: prefix,
  end: after(prefix),
});

/** The key just after a key: makes an inclusive bound of an exclusive one. */
export const justAfter = (key: Buffer): Buffer => Buffer.concat([key, Buffer.of(0)]);
