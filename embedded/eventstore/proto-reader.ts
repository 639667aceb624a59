/**
 * Tells of each field of a protobuf message: a number's value, or the bytes of anything that has a length, which
 * share the message's memory.
 * @throws RangeError where the message is cut short or in no format of protobuf
 */
export function readProto(message: Buffer, tell: (field: number, value: number | Buffer) => void): void {
  let at = 0;

  /** Past 53 bits its last digits are lost. */
  function varint(): number {
    let value = 0;
    let scale = 1;
    for (let byte = 128; byte >= 128; scale *= 128) {
      byte = message.readUInt8(at++);
      value += (byte & 127) * scale;
    }
    return value;
  }

  while (at < message.length) {
    const tag = varint();
    const field = Math.floor(tag / 8);
    const format = tag % 8;
    if (format === 0) {
      tell(field, varint());
      continue;
    }
    // Of the numbers of fixed length none is asked for here.
    const length = format === 2 ? varint() : format === 1 ? 8 : format === 5 ? 4 : NaN;
    const end = at + length;
    if (!(end <= message.length)) throw new RangeError('the message is no protobuf');
    if (format === 2) tell(field, message.subarray(at, end));
    at = end;
  }
}
